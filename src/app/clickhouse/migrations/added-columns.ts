import { computedColumns, computedSince } from "../../../datapoints/fields/columns.ts";
import { columnOf, columnTypes, type StoredField } from "../../../datapoints/fields/stored-field.ts";
import type { Migration } from "../../../storage/clickhouse/migrations/migration.ts";
import { onCluster } from "../../../storage/clickhouse/migrations/on-cluster.ts";

/** Returns the steps that add the columns of stored fields to `datapoints` of an earlier release, one per `since`. */
export function addedColumns(entries: readonly (readonly [string, StoredField])[]): readonly Migration[] {
  const computed = Object.entries(computedColumns).map(
    ([key, kind]) => [key, { kind, since: computedSince[key as keyof typeof computedColumns] }] as const,
  );
  const added = [...entries, ...computed].flatMap(([key, { kind, since }]) =>
    since === undefined ? [] : [{ key, kind, since }],
  );
  return Array.from(
    Map.groupBy(added, ({ since }) => since),
    ([id, fields]): Migration => ({
      id,
      name: `datapoints.${fields.map(({ key }) => columnOf(key)).join(",")}`,
      statements: (options) =>
        fields.map(
          ({ key, kind }) =>
            `ALTER TABLE datapoints${onCluster(options)} ADD COLUMN IF NOT EXISTS ${columnOf(key)} ${columnTypes[kind]}`,
        ),
    }),
  ).sort((one, other) => one.id - other.id);
}
