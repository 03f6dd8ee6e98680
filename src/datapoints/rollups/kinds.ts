import { checksSql, keptApart, usageColumns, usageSql } from "./figures.ts";

/** What is kept of hours: in which table, and from what it is worked out. */
export interface HourKind {
  readonly table: "usage_hours" | "check_hours";
  /** Tables whose inserts make an hour's figures stale. */
  readonly sources: readonly string[];
  /** Columns of the figures, without those that say whose and when. */
  readonly columns: string;
  /** True of every row but the one that stands for an hour without any. */
  readonly isFigure: string;
  /** Figures by `hour` from the rows themselves that lie `within` a time and are as `claim` says. */
  readonly fresh: (within: string, claim: string) => string;
  /** The column that names a row, and how it is made. */
  readonly naming?: { readonly column: string; readonly sql: string };
}

export const usageKind: HourKind = {
  table: "usage_hours",
  sources: ["datapoints", "findings"],
  columns: usageColumns,
  isFigure: "calls > 0",
  fresh: usageSql,
  naming: { column: "which", sql: `sipHash64(toString((${keptApart.join(", ")})))` },
};

export const checksKind: HourKind = {
  table: "check_hours",
  sources: ["verdicts"],
  columns: "check, state, verdicts",
  isFigure: "verdicts > 0",
  fresh: checksSql,
};

export const hourMs = 3_600_000;

/**
 * An insert is seen a moment after its mark is made, at the latest when the request for it is given up. Figures whose
 * reading began later than this after the last mark have seen all of it.
 */
export const settledMs = 300_000;
