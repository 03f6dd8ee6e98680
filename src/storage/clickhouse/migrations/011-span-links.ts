import type { Migration } from "./migration.ts";

/** What a span points to; "" without any. */
export const spanLinks: Migration = {
  id: 11,
  name: "span links",
  statements: ({ cluster }) => [
    `ALTER TABLE spans${cluster === undefined ? "" : ` ON CLUSTER '${cluster}'`}
      ADD COLUMN IF NOT EXISTS links String CODEC(ZSTD)`,
  ],
};
