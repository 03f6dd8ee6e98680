import type { Migration } from "../../../storage/clickhouse/migrations/migration.ts";
import { createRollupTables } from "./rollup-tables.ts";
import { createStoredTables } from "./stored-tables.ts";

/** All tables of the first release. */
export const baseline: Migration = {
  id: 1,
  name: "baseline",
  statements: (options) => [...createStoredTables(options), ...createRollupTables(options)],
};
