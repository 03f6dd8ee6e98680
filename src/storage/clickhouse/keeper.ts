import type { Keeper } from "../../ports/kept.ts";
import type { ClickHouse } from "./client.ts";

/** Inserts what rows/encoder.ts made, one part per table and week. */
export function createKeeper({ clickhouse }: { clickhouse: ClickHouse }): Keeper {
  return {
    insert: ({ table, bytes }, token) => clickhouse.insert({ table, format: "RowBinary", token }, bytes),
  };
}
