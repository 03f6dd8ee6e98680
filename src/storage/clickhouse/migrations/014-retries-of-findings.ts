import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";

/** Tries of the same call before the one that was found; rows of before say none. */
export const retriesOfFindings: Migration = {
  id: 14,
  name: "retries of findings",
  statements: (options) => [
    `ALTER TABLE findings${onCluster(options)}
      ADD COLUMN IF NOT EXISTS retries UInt32 CODEC(ZSTD)`,
  ],
};
