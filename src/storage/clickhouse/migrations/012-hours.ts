import type { Migration, SchemaOptions } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";
import { createTable } from "./table.ts";

/** Tables that the figures of an hour are worked out from. */
const sources = ["datapoints", "verdicts", "findings"] as const;

/**
 * Figures of whole hours, so that a chart of a month reads hundreds of rows and not millions of calls. They are worked
 * out anew from de-duplicated rows, never added up (hours/roller.ts), and an hour's figures count only while nothing was
 * stored in it since: every insert leaves a mark on its hours, whoever makes it.
 */
export const hourFigures: Migration = {
  id: 12,
  name: "figures of hours",
  statements: (options) => [
    // All of it can be made again: inserts do not wait for it to reach the disk (hours/marks.ts tells of marks).
    ...[touchedHours, usageHours, checkHours].map((table) => createTable(table, { ...options, fsync: false })),
    ...sources.map((source) => marking(source, options)),
    // What is stored already: nothing vouches for figures of it yet.
    ...sources.map(
      (source) =>
        `INSERT INTO touched_hours (${markColumns}) ${marksOf(source)} SETTINGS max_partitions_per_insert_block = 0`,
    ),
  ],
};

const markColumns = "project_id, at, source, version, is_deleted";

const marksOf = (source: string) => `SELECT project_id, hour AS at, '${source}' AS source,
  toUInt64(toUnixTimestamp64Micro(now64(6))) AS version, toUInt8(0) AS is_deleted
  FROM (SELECT DISTINCT project_id, toDateTime64(toStartOfHour(at), 3, 'UTC') AS hour FROM ${source})`;

const marking = (source: string, options: SchemaOptions) =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS touched_by_${source}${onCluster(options)}
   TO touched_hours AS ${marksOf(source)}`;

/** `version`: when something was last stored in the hour, microseconds of the engine's clock. */
const touchedHours = {
  name: "touched_hours",
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
 * Calls of an hour, counted by everything they may be split by. `version`: when their reading began; rows of the highest
 * one are the hour's figures. `which` names the combination; 0 is of a row without calls, which every hour has.
 */
const usageHours = {
  name: "usage_hours",
  orderBy: "(project_id, at, which)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  which UInt64,
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

/** As usage_hours, of verdicts by check and state. */
const checkHours = {
  name: "check_hours",
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
