import type { MeasuredShare } from "../../platform/statistics/wilson-interval.ts";

/**
 * Accuracy of checks on a group of labeled rows. Patterns are tuned on the dev split; the test split is only
 * measured.
 */
export interface AccuracyStatistics {
  /** Checks measured together: a row counts as found if any of them finds it. */
  readonly checks: readonly string[];
  readonly set: string;
  readonly split: "dev" | "test" | "all";
  readonly group: string;
  readonly counts: { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number };
  readonly precision?: MeasuredShare;
  readonly recall?: MeasuredShare;
  readonly falsePositives?: MeasuredShare;
  /** The same for the named baseline detector. */
  readonly baseline?: { readonly name: string; readonly precision?: MeasuredShare; readonly recall?: MeasuredShare };
  /** Release target, as text. */
  readonly target?: string;
}
