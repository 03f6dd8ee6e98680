import type { VerdictState } from "../datapoints/index.ts";
import type { Json } from "../platform/json/json.ts";

/** A conversation that illustrates a check: the expected verdict and the passage that decides it. */
export interface CheckExample {
  readonly state: Extract<VerdictState, "passed" | "failed">;
  /**
   * The messages, with the response last. Tool calls and results are lines of their turn. Long texts are
   * truncated.
   */
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  readonly context?: readonly string[];
  readonly options?: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  /** Other facts of the datapoint that the check reads, such as the usage or the error. */
  readonly facts?: Readonly<Record<string, Json>>;
  readonly value?: boolean | number;
  /** The passage that decides the verdict. */
  readonly quote?: string;
}
