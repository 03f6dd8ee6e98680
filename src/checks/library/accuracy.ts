import type { AccuracyFigure } from "../verdicts/accuracy.ts";
import figures from "./accuracy.json" with { type: "json" };

/** What `npm run validate-checks` last measured of a check; empty where nobody has measured it. */
export function accuracyOf(check: string): readonly AccuracyFigure[] {
  return (figures as readonly AccuracyFigure[]).filter(({ checks }) => checks.includes(check));
}
