import type { Keeper } from "../../ports/kept.ts";
import type { ClickHouse } from "./client.ts";
import { columnsOf } from "./migrations/columns.ts";
import { expiringTables } from "./migrations/index.ts";

/** Inserts what rows/encoder.ts made, one part per table and week. */
export function createKeeper({ clickhouse }: { clickhouse: ClickHouse }): Keeper {
  const columns = new Map<string, readonly string[]>(expiringTables.map((table) => [table, columnsOf(table)]));
  return {
    insert: ({ table, bytes }, token) =>
      clickhouse.insert({ table, columns: columns.get(table) ?? [], format: "RowBinary", token }, bytes),
  };
}
