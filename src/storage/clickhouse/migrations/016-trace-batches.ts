import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";
import { createTable } from "./table.ts";

/**
 * A row for each trace of each write batch, so that any process knows of any trace what is stored of it without reading
 * it, and the size of spans and log records, so that reading them back can be bounded. Traces of the hour before are
 * summed up, because they may be going on; older ones start anew when something arrives for them.
 */
export const traceBatches: Migration = {
  id: 16,
  name: "trace batches",
  statements: (options) => [
    createTable(batches, options),
    `ALTER TABLE spans${onCluster(options)}
      ADD COLUMN IF NOT EXISTS bytes UInt32 CODEC(ZSTD),
      ADD INDEX IF NOT EXISTS parent_bloom parent_span_id TYPE bloom_filter(0.01) GRANULARITY 1`,
    `ALTER TABLE log_records${onCluster(options)}
      ADD COLUMN IF NOT EXISTS bytes UInt32 CODEC(ZSTD)`,
    `INSERT INTO trace_batches (trace_key, project_id, at, trace_id, batch_id, version, is_deleted, items, bytes, includes)
     SELECT reinterpretAsUInt64(reverse(unhex(substring(trace_id, -16)))), project_id, max(received_at), trace_id, 'upgrade', max(version), 0, count(), sum(length(events) + byteSize(attributes)), 1
     FROM spans WHERE received_at > now() - INTERVAL 1 HOUR AND at > now() - INTERVAL 2 HOUR
       AND match(trace_id, '[0-9a-f]{16}$') GROUP BY project_id, trace_id`,
  ],
};

/**
 * Read by ids that nobody has seen yet, which are random: the less is read in vain for each of them, the better. So they
 * are ordered by a number (trace-key.ts), in small granules, each compressed separately.
 */
const batches = {
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
