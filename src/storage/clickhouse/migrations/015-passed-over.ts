import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";

/**
 * What lets reads pass over most of a month. Lists are ordered by columns that are never absent (the engine makes them from
 * what is inserted), whose least and most are known of every granule. A page of sessions is a hundred ids: where one of a
 * hundred granules was looked at in vain for a single id, most were for all of them. Parts that were stored before get both
 * by and by; until then they are read whole.
 */
export const passedOver: Migration = {
  id: 15,
  name: "granules are passed over",
  statements: (options) => {
    const datapoints = `ALTER TABLE datapoints${onCluster(options)}`;
    return [
      `${datapoints}
      ADD COLUMN IF NOT EXISTS cost_key Float64 MATERIALIZED ifNull(cost_usd, -1) CODEC(ZSTD),
      ADD COLUMN IF NOT EXISTS tokens_key Float64 MATERIALIZED ifNull(input_tokens, 0) + ifNull(output_tokens, 0) CODEC(ZSTD),
      ADD INDEX IF NOT EXISTS duration_range duration_ms TYPE minmax GRANULARITY 1,
      ADD INDEX IF NOT EXISTS cost_range cost_key TYPE minmax GRANULARITY 1,
      ADD INDEX IF NOT EXISTS tokens_range tokens_key TYPE minmax GRANULARITY 1,
      ADD INDEX IF NOT EXISTS sessions_bloom session_id TYPE bloom_filter(0.0001) GRANULARITY 1`,
      // Not waited for: it rewrites parts as the next does.
      `${datapoints} DROP INDEX IF EXISTS session_bloom SETTINGS alter_sync = 0`,
      `${datapoints}
      MATERIALIZE COLUMN cost_key, MATERIALIZE COLUMN tokens_key, MATERIALIZE INDEX duration_range,
      MATERIALIZE INDEX cost_range, MATERIALIZE INDEX tokens_range, MATERIALIZE INDEX sessions_bloom`,
    ];
  },
};
