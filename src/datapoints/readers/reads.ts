import type { ClickHouse, Params } from "../../storage/index.ts";
import type { Query } from "../query/ast.ts";

/** Compiles a query to a predicate over a row of `datapoints` with its parameters; "1" if it matches everything. */
export type CompileQuery = (query: Query) => { readonly sql: string; readonly params: Params };

export interface ReaderDependencies {
  readonly clickhouse: ClickHouse;
  readonly compile: CompileQuery;
}

/** Dependencies of readers that return partial results when their time budget is spent. */
export interface TimedReaderDependencies extends ReaderDependencies {
  /** Monotonic clock, in milliseconds. */
  readonly clock: () => number;
  readonly readSeconds: number;
}

/** Formats a time as a DateTime64(3) parameter. Times before 1970 and after 2200 are clamped. */
export function timeParam(unixMs: number): string {
  const ms = Math.min(Math.max(Math.ceil(unixMs), 0), 7_258_118_400_000);
  return `${Math.floor(ms / 1000)}.${`${ms % 1000}`.padStart(3, "0")}`;
}

/** Omits keys whose value is NULL. */
export function withoutNulls<Row extends object>(row: Row): { [Key in keyof Row]: NonNullable<Row[Key]> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [Key in keyof Row]: NonNullable<Row[Key]>;
  };
}
