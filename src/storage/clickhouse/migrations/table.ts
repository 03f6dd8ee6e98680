import type { SchemaOptions } from "./migration.ts";
import { onCluster, replicated } from "./on-cluster.ts";

interface TableDefinition {
  readonly name: string;
  /** Columns and indexes, one per line. */
  readonly columns: string;
  readonly orderBy: string;
  /** Only if it is shorter than the whole key. */
  readonly primaryKey?: string;
  readonly settings?: Readonly<Record<string, number>>;
}

/**
 * Settings that turn ClickHouse's insert deduplication off. It logs an insert before it commits the part: killed in
 * between, it would ignore the repeated insert, and the rows would be lost. Rows replace their equals instead.
 */
const takesEveryInsert = ({ cluster }: Pick<SchemaOptions, "cluster">): Readonly<Record<string, number>> => ({
  replicated_deduplication_window: 0,
  // Without a cluster's name, tables may still be replicated (a database of engine Replicated), so both are set.
  ...(cluster === undefined ? { non_replicated_deduplication_window: 0 } : {}),
});

/**
 * Returns the statement that creates a table. Every table replaces rows of equal key by the highest `version`,
 * drops rows whose newest version is marked `is_deleted`, and is partitioned by the week of `at`: few partitions
 * (13 for 90 days), and expiry drops whole parts, at most a week late, without rewriting any.
 */
export function createTable(table: TableDefinition, options: SchemaOptions): string {
  const { retentionDays, fsync } = options;
  const settings = {
    ...takesEveryInsert(options),
    ttl_only_drop_parts: 1,
    // Dozens of columns in separate files are dozens of fsyncs for each insert: only large merged parts use them.
    min_bytes_for_wide_part: 268_435_456,
    // A new retention rewrites no rows: parts only get their new date.
    materialize_ttl_recalculate_only: 1,
    ...(fsync ? { fsync_after_insert: 1, fsync_part_directory: 1, min_compressed_bytes_to_fsync_after_merge: 1 } : {}),
    ...table.settings,
  };
  return [
    `CREATE TABLE IF NOT EXISTS ${table.name}${onCluster(options)} (`,
    table.columns.trim(),
    `) ENGINE = ${replicated(options)}ReplacingMergeTree(version, is_deleted)`,
    "PARTITION BY toMonday(at)",
    ...(table.primaryKey ? [`PRIMARY KEY ${table.primaryKey}`] : []),
    `ORDER BY ${table.orderBy}`,
    `TTL toDateTime(at) + INTERVAL ${retentionDays} DAY DELETE`,
    `SETTINGS ${Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}`)
      .join(", ")}`,
  ].join("\n");
}
