import { columnDefinitions } from "../../../datapoints/fields/columns.ts";
import type { SchemaOptions } from "../../../storage/clickhouse/migrations/migration.ts";
import { createTable } from "../../../storage/clickhouse/migrations/table.ts";

/**
 * Returns the statements that create the tables of spans, datapoints, verdicts and findings. Absent is NULL, except in keys.
 * Numbers that people or sources give are Float64, the number type of JSON, so that nothing is refused or rounded. Closed
 * sets are LowCardinality(String): a comparison with an unknown word is false, where an Enum would throw. The order of
 * columns is the order in which rows are written; MATERIALIZED columns are not written.
 */
export const createStoredTables = (options: SchemaOptions): readonly string[] =>
  [datapoints, payloads, spans, logRecords, verdicts, findings, media, traceBatches].map((table) =>
    createTable(table, options),
  );

/**
 * Everything lists, filters and charts read. Newest first is a read of the key backwards inside a project. The grams
 * are hashed once: half the work of every merge, and a word has several of them, so that few granules are read in vain.
 */
const datapoints = {
  name: "datapoints",
  orderBy: "(project_id, at, id)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  id String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
${columnDefinitions()}
  cost_key Float64 MATERIALIZED ifNull(cost_usd, -1) CODEC(ZSTD),
  tokens_key Float64 MATERIALIZED ifNull(input_tokens, 0) + ifNull(output_tokens, 0) CODEC(ZSTD),
  INDEX id_bloom id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX trace_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX sessions_bloom session_id TYPE bloom_filter(0.0001) GRANULARITY 1,
  INDEX duration_range duration_ms TYPE minmax GRANULARITY 1,
  INDEX cost_range cost_key TYPE minmax GRANULARITY 1,
  INDEX tokens_range tokens_key TYPE minmax GRANULARITY 1,
  INDEX user_bloom user_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX input_grams input_text TYPE ngrambf_v1(4, 65536, 1, 0) GRANULARITY 1,
  INDEX output_grams output_text TYPE ngrambf_v1(4, 65536, 1, 0) GRANULARITY 1,
  INDEX error_grams error_text TYPE ngrambf_v1(4, 16384, 1, 0) GRANULARITY 1
`,
};

/** What only the page of one datapoint reads, under the same key. Small granules: one row may be megabytes. */
const payloads = {
  name: "payloads",
  orderBy: "(project_id, at, id)",
  settings: { index_granularity: 1024, index_granularity_bytes: 1_048_576 },
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  id String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  input String CODEC(ZSTD),
  output String CODEC(ZSTD),
  tools String CODEC(ZSTD),
  tool_choice Nullable(String) CODEC(ZSTD)
`,
};

/** Read by trace, nothing else: a trace lies in one granule of each part. Attribute values as attribute-json.ts. */
const spans = {
  name: "spans",
  orderBy: "(project_id, trace_id, span_id)",
  settings: { index_granularity: 2048, index_granularity_bytes: 2_097_152 },
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  trace_id String CODEC(ZSTD),
  span_id String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  source LowCardinality(String),
  parent_span_id Nullable(String) CODEC(ZSTD),
  name LowCardinality(String),
  kind Int32 CODEC(ZSTD),
  start_ns UInt64 CODEC(Delta, ZSTD),
  end_ns UInt64 CODEC(Delta, ZSTD),
  status LowCardinality(String),
  status_message Nullable(String) CODEC(ZSTD),
  dropped_count Float64 CODEC(ZSTD),
  convention LowCardinality(Nullable(String)),
  datapoint_id Nullable(String) CODEC(ZSTD),
  reason LowCardinality(String),
  scope_name LowCardinality(String),
  scope_version LowCardinality(String),
  scope_attributes Map(LowCardinality(String), String) CODEC(ZSTD),
  resource Map(LowCardinality(String), String) CODEC(ZSTD),
  attributes Map(LowCardinality(String), String) CODEC(ZSTD),
  events String CODEC(ZSTD),
  links String CODEC(ZSTD),
  bytes UInt32 CODEC(ZSTD),
  INDEX parent_bloom parent_span_id TYPE bloom_filter(0.01) GRANULARITY 1
`,
};

/** As spans. A log record has no id: `log_id` is a digest of it. No trace or span: "" (both are key). */
const logRecords = {
  name: "log_records",
  orderBy: "(project_id, trace_id, span_id, log_id)",
  settings: { index_granularity: 2048, index_granularity_bytes: 2_097_152 },
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  trace_id String CODEC(ZSTD),
  span_id String CODEC(ZSTD),
  log_id String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  source LowCardinality(String),
  time_ns UInt64 CODEC(Delta, ZSTD),
  observed_ns UInt64 CODEC(Delta, ZSTD),
  severity_number Int32,
  severity_text LowCardinality(Nullable(String)),
  event_name LowCardinality(Nullable(String)),
  body Nullable(String) CODEC(ZSTD),
  datapoint_id Nullable(String) CODEC(ZSTD),
  reason LowCardinality(String),
  scope_name LowCardinality(String),
  scope_version LowCardinality(String),
  scope_attributes Map(LowCardinality(String), String) CODEC(ZSTD),
  resource Map(LowCardinality(String), String) CODEC(ZSTD),
  attributes Map(LowCardinality(String), String) CODEC(ZSTD),
  bytes UInt32 CODEC(ZSTD)
`,
};

/** Stored next to its datapoint: a page of the list reads its verdicts from neighbouring granules, by `at`. */
const verdicts = {
  name: "verdicts",
  orderBy: "(project_id, at, datapoint_id, check, check_version, options)",
  primaryKey: "(project_id, at, datapoint_id)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  datapoint_id String CODEC(ZSTD),
  check LowCardinality(String),
  check_version UInt32 CODEC(ZSTD),
  options LowCardinality(String),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  state LowCardinality(String),
  value Nullable(Float64) CODEC(ZSTD),
  value_is_boolean Bool,
  reason LowCardinality(Nullable(String)),
  explanation Nullable(String) CODEC(ZSTD),
  evidence String CODEC(ZSTD),
  error_type LowCardinality(Nullable(String)),
  monitor_ids Array(LowCardinality(String)),
  duration_ms Float32 CODEC(ZSTD),
  judged_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  label LowCardinality(Nullable(String)),
  model LowCardinality(Nullable(String)),
  cost_usd Nullable(Float64) CODEC(ZSTD),
  input_tokens Nullable(Float64) CODEC(ZSTD),
  output_tokens Nullable(Float64) CODEC(ZSTD)
`,
};

/** Ordered by issue, because counts and occurrences are read by issue. No time in the key: the same finding is one row. */
const findings = {
  name: "findings",
  orderBy: "(project_id, issue_id, datapoint_id, check, monitor_id)",
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  issue_id LowCardinality(String),
  datapoint_id String CODEC(ZSTD),
  check LowCardinality(String),
  monitor_id LowCardinality(String),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  kind LowCardinality(String),
  error_type LowCardinality(Nullable(String)),
  severity LowCardinality(String),
  title String CODEC(ZSTD),
  explanation String CODEC(ZSTD),
  evidence String CODEC(ZSTD),
  user_id Nullable(String) CODEC(ZSTD),
  session_id Nullable(String) CODEC(ZSTD),
  release LowCardinality(Nullable(String)),
  model LowCardinality(Nullable(String)),
  provider LowCardinality(Nullable(String)),
  retries UInt32 CODEC(ZSTD),
  INDEX datapoint_bloom datapoint_id TYPE bloom_filter(0.001) GRANULARITY 1
`,
};

/** Content-addressed: the same image is one row per project, however often it is sent. */
const media = {
  name: "media",
  orderBy: "(project_id, sha256)",
  settings: { index_granularity: 64, index_granularity_bytes: 4_194_304 },
  columns: `
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  sha256 String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  media_type LowCardinality(String),
  bytes String CODEC(LZ4)
`,
};

/**
 * Read by ids that nobody has seen yet, which are random: the less is read in vain for each of them, the better. So they
 * are ordered by a number (trace-key.ts), in small granules, each compressed separately.
 */
const traceBatches = {
  name: "trace_batches",
  orderBy: "(trace_key, project_id, trace_id, batch_id)",
  primaryKey: "(trace_key)",
  settings: { index_granularity: 128, min_compress_block_size: 4096, max_compress_block_size: 4096 },
  columns: `
  trace_key UInt64 CODEC(NONE),
  project_id LowCardinality(String),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
  trace_id String CODEC(ZSTD),
  batch_id String CODEC(ZSTD),
  version UInt64 CODEC(Delta, ZSTD),
  is_deleted UInt8,
  items UInt32 CODEC(ZSTD),
  bytes UInt64 CODEC(ZSTD),
  includes UInt32 CODEC(ZSTD)
`,
};
