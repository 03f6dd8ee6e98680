import type { ClickHouse, Params } from "../../storage/clickhouse/client.ts";
import type { Query } from "../query/ast.ts";

/** A query as a claim over a row of `datapoints`, with the values of its placeholders; "1" where it matches all. */
export type CompileQuery = (query: Query) => { readonly sql: string; readonly params: Params };

/** What every reader is made with. */
export interface ReadNeeds {
  readonly clickhouse: ClickHouse;
  readonly compile: CompileQuery;
}

/** Of a reader that answers in its time with what it has until then. */
export interface TimedReadNeeds extends ReadNeeds {
  /** Milliseconds that only go forward. */
  readonly clock: () => number;
  /** After which a read is given up. */
  readonly readSeconds: number;
}

/** A time as the text of a DateTime64(3) parameter. Times before 1970 and after 2200 are cut to those. */
export function timeParam(unixMs: number): string {
  const ms = Math.min(Math.max(Math.ceil(unixMs), 0), 7_258_118_400_000);
  return `${Math.floor(ms / 1000)}.${`${ms % 1000}`.padStart(3, "0")}`;
}

/** NULL is absent: the key is left out. */
export function withoutNulls<Row extends object>(row: Row): { [Key in keyof Row]: NonNullable<Row[Key]> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [Key in keyof Row]: NonNullable<Row[Key]>;
  };
}
