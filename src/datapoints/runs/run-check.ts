import type { Json } from "../../platform/json/json.ts";

/** A check of a test run. */
export interface RunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check that the caller evaluates where it calls the model; its verdicts come with the results. */
  readonly local?: {
    readonly version: number;
    /** Which of its values are better; absent: none, or it returns no numbers. */
    readonly direction?: "higher" | "lower" | "neutral";
  };
  /** Whether the run may pass although the check gave no verdict on a row. */
  readonly allowSkipped?: true;
}

/** A verdict of a local check, made by the caller. */
export type BroughtVerdict = { readonly check: string } & (
  | {
      readonly state: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      /** Verbatim quotes from the call as evidence. */
      readonly evidence: readonly string[];
    }
  | { readonly state: "skipped" | "broken"; readonly reason: string }
);
