import type { Json } from "../datapoints/datapoint.ts";
import type { VerdictState } from "./verdicts/verdict.ts";

/** A conversation that shows what a check means: what the check must say of it, and what it goes by. */
export interface CheckExample {
  readonly state: Extract<VerdictState, "passed" | "failed">;
  /** What was said, the answer last; tool calls and results are lines of their turn. Long texts are cut. */
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  /** Passages that were retrieved. */
  readonly context?: readonly string[];
  readonly options?: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  /** What else of the datapoint the check goes by, such as usage or the error. */
  readonly facts?: Readonly<Record<string, Json>>;
  readonly value?: boolean | number;
  /** The words that decide. */
  readonly quote?: string;
}
