import type { Migration } from "../../../storage/clickhouse/migrations/migration.ts";
import { onCluster } from "../../../storage/clickhouse/migrations/on-cluster.ts";

/** Finds the response that a call of a stateful API continues. Parts of an earlier release get the index when they merge. */
export const responseIndex: Migration = {
  id: 3,
  name: "datapoints.response_bloom",
  statements: (options) => [
    `ALTER TABLE datapoints${onCluster(options)} ADD INDEX IF NOT EXISTS response_bloom response_id TYPE bloom_filter(0.001) GRANULARITY 1`,
  ],
};
