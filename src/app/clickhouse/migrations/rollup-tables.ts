import type { SchemaOptions } from "../../../storage/clickhouse/migrations/migration.ts";
import { onCluster } from "../../../storage/clickhouse/migrations/on-cluster.ts";
import { createTable } from "../../../storage/clickhouse/migrations/table.ts";

/** Tables from which hourly rollups are computed. */
const sources = ["datapoints", "verdicts", "findings"] as const;

/**
 * Returns the statements that create the hourly rollups, so that a chart of a month reads hundreds of rows instead of
 * millions. Rollups are recomputed from de-duplicated rows, never added up, and the rollup of an hour counts only while
 * nothing was stored in that hour since: every insert moves the watermark of its hours, whichever process makes it.
 */
export const createRollupTables = (options: SchemaOptions): readonly string[] => [
  // Rollups can be recomputed, so inserts do not wait for an fsync.
  ...[hourWatermarks, hourlyUsage, hourlyChecks].map((table) => createTable(table, { ...options, fsync: false })),
  ...sources.map((source) => watermarkView(source, options)),
];

const watermarkView = (source: string, options: SchemaOptions) =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS watermark_by_${source}${onCluster(options)}
   TO hour_watermarks AS SELECT project_id, hour AS at, '${source}' AS source,
  toUInt64(toUnixTimestamp64Micro(now64(6))) AS version, toUInt8(0) AS is_deleted
  FROM (SELECT DISTINCT project_id, toDateTime64(toStartOfHour(at), 3, 'UTC') AS hour FROM ${source})`;

/** `version`: when something was last stored in the hour, microseconds of the engine's clock. */
const hourWatermarks = {
  name: "hour_watermarks",
  orderBy: "(project_id, at, source)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  source LowCardinality(String),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8
`,
};

/**
 * Calls of an hour, counted by each combination of the fields by which they may be split. `version` is the time at which the
 * computation began; only rows of the highest version count. `combination` 0 is a row without calls, which every hour has.
 */
const hourlyUsage = {
  name: "hourly_usage",
  orderBy: "(project_id, at, combination)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  combination UInt64,
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  operation LowCardinality(String),
  source LowCardinality(String),
  provider LowCardinality(Nullable(String)),
  request_model LowCardinality(Nullable(String)),
  response_model LowCardinality(Nullable(String)),
  service LowCardinality(Nullable(String)),
  environment LowCardinality(Nullable(String)),
  release LowCardinality(Nullable(String)),
  error_type LowCardinality(Nullable(String)),
  calls UInt64 CODEC(ZSTD),
  failing UInt64 CODEC(ZSTD),
  tokens_in Nullable(Float64) CODEC(ZSTD),
  tokens_out Nullable(Float64) CODEC(ZSTD),
  tokens_cached Nullable(Float64) CODEC(ZSTD),
  cost Nullable(Float64) CODEC(ZSTD),
  latencies AggregateFunction(quantilesBFloat16(0.5, 0.95, 0.99), Float32) CODEC(ZSTD),
  first_tokens AggregateFunction(quantileBFloat16(0.95), Nullable(Float32)) CODEC(ZSTD),
  latency_steps Map(Int32, UInt64) CODEC(ZSTD)
`,
};

/** As hourly_usage, of verdicts by check and state. */
const hourlyChecks = {
  name: "hourly_checks",
  orderBy: "(project_id, at, check, state)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  check LowCardinality(String),
  state LowCardinality(String),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  verdicts UInt64 CODEC(ZSTD)
`,
};
