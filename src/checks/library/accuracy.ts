import type { AccuracyStatistics } from "../verdicts/accuracy.ts";
import figures from "./accuracy.json" with { type: "json" };

/** Returns the last results of `npm run validate-checks` for a check; empty if it was never measured. */
export function accuracyOf(check: string): readonly AccuracyStatistics[] {
  return (figures as readonly AccuracyStatistics[]).filter(({ checks }) => checks.includes(check));
}
