import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";

/** What a span points to; "" without any. */
export const spanLinks: Migration = {
  id: 11,
  name: "span links",
  statements: (options) => [
    `ALTER TABLE spans${onCluster(options)}
      ADD COLUMN IF NOT EXISTS links String CODEC(ZSTD)`,
  ],
};
