import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";

/** The kinds of a datapoint's images, audios and files, one entry each; rows of before have none. */
export const mediaOfDatapoints: Migration = {
  id: 13,
  name: "media of datapoints",
  statements: (options) => [
    `ALTER TABLE datapoints${onCluster(options)}
      ADD COLUMN IF NOT EXISTS media Array(LowCardinality(String))`,
  ],
};
