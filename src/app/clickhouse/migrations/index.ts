import { storedEntries } from "../../../datapoints/fields/catalogue.ts";
import type { Migration } from "../../../storage/clickhouse/migrations/migration.ts";
import { baseline } from "./001-baseline.ts";
import { responseIndex } from "./003-response-index.ts";
import { addedColumns } from "./added-columns.ts";

/** The migrations in order; ids count up without gaps. */
export const migrations: readonly Migration[] = [baseline, ...addedColumns(storedEntries), responseIndex].sort(
  (one, other) => one.id - other.id,
);
