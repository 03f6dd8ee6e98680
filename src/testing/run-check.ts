import type { Json } from "../datapoints/datapoint.ts";

/** A check that a test run asks for. */
export interface RunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results. */
  readonly local?: { readonly version: number };
}

/** What a check of the caller's own says of an answer, decided by the caller. */
export type BroughtVerdict = { readonly check: string } & (
  | {
      readonly state: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      /** Passages of the call that show it, word by word. */
      readonly evidence: readonly string[];
    }
  | { readonly state: "skipped" | "broken"; readonly because: string }
);
