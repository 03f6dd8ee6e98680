import { checksSql, rollupDimensions, usageColumns, usageSql } from "./rollup-sql.ts";

/** An hourly rollup: its table, and how it is computed. */
export interface HourKind {
  readonly table: "hourly_usage" | "hourly_checks";
  /** Tables whose inserts make an hour's rollup stale. */
  readonly sources: readonly string[];
  /** Metric columns, without project and hour. */
  readonly columns: string;
  /** Predicate that excludes the placeholder row of an hour without data. */
  readonly isNonEmpty: string;
  /** Computes the metrics by `hour` from the rows `within` a time that match the predicate `claim`. */
  readonly fresh: (within: string, claim: string) => string;
  /** Column that identifies a row, and its SQL. */
  readonly naming?: { readonly column: string; readonly sql: string };
}

export const usageKind: HourKind = {
  table: "hourly_usage",
  sources: ["datapoints", "findings"],
  columns: usageColumns,
  isNonEmpty: "calls > 0",
  fresh: usageSql,
  naming: { column: "combination", sql: `sipHash64(toString((${rollupDimensions.join(", ")})))` },
};

export const checksKind: HourKind = {
  table: "hourly_checks",
  sources: ["verdicts"],
  columns: "check, state, verdicts",
  isNonEmpty: "verdicts > 0",
  fresh: checksSql,
};

export const hourMs = 3_600_000;

/**
 * An insert becomes visible shortly after its hour is marked, at the latest when its request times out. A rollup
 * that was computed later than this after the last mark includes it.
 */
export const settledMs = 300_000;
