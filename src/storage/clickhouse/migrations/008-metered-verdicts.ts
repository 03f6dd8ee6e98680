import type { Migration } from "./migration.ts";
import { onCluster } from "./on-cluster.ts";

/** What a judged verdict cost, which model made it, and the category where a check sorts. */
export const meteredVerdicts: Migration = {
  id: 8,
  name: "metered verdicts",
  statements: (options) => [
    `ALTER TABLE verdicts${onCluster(options)}
      ADD COLUMN IF NOT EXISTS label LowCardinality(Nullable(String)),
      ADD COLUMN IF NOT EXISTS model LowCardinality(Nullable(String)),
      ADD COLUMN IF NOT EXISTS cost_usd Nullable(Float64) CODEC(ZSTD),
      ADD COLUMN IF NOT EXISTS input_tokens Nullable(Float64) CODEC(ZSTD),
      ADD COLUMN IF NOT EXISTS output_tokens Nullable(Float64) CODEC(ZSTD)`,
  ],
};
