import type { CheckComparison, Comparison } from "../../platform/api/types.ts";

export type ComparedRow = Comparison["rows"][number];
export type ComparedTry = ComparedRow["attempts"][number];
export type Change = Comparison["changed"][number];

/** Filters of the rows: verdicts that differ from the base, worse ones, better ones, or all. */
export const shownRows = ["changed", "worsened", "improved", "all"] as const;
export type Shown = (typeof shownRows)[number];

export interface RowFilter {
  readonly shown: Shown;
  readonly check?: string | undefined;
  readonly run?: string | undefined;
}

export function changesByRow({ changed }: Pick<Comparison, "changed">): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changed) {
    const key = keyOfRow(change);
    const some = found.get(key);
    if (some) some.push(change);
    else found.set(key, [change]);
  }
  return found;
}

export const keyOfRow = ({ rowId, repeat }: { readonly rowId: string; readonly repeat: number }) =>
  `${rowId} ${repeat}`;

export function rowsShown(comparison: Comparison, { shown, check, run }: RowFilter): readonly ComparedRow[] {
  if (shown === "all") return comparison.rows;
  const changes = changesByRow(comparison);
  return comparison.rows.filter((row) =>
    (changes.get(keyOfRow(row)) ?? []).some(
      (each) =>
        (shown === "changed" || each.change === shown) &&
        (check === undefined || each.check === check) &&
        (run === undefined || each.runId === run),
    ),
  );
}

/** Returns the share of matched rows that passed, in the base and in the run; undefined without a matched row. */
export function ratesOf({ matched, outcomes }: Pick<CheckComparison, "matched" | "outcomes">) {
  if (matched === 0) return undefined;
  const { bothPassed, improved, worsened } = outcomes;
  return { base: (bothPassed + worsened) / matched, run: (bothPassed + improved) / matched };
}

/** Whether the run is significantly worse than the base, as the service concludes. */
export const isRegression = ({ passRate, score }: Pick<CheckComparison, "passRate" | "score">): boolean =>
  passRate?.conclusion === "worse" || score?.conclusion === "worse";
