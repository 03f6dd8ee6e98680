import { Kysely, Migrator } from "kysely";
import { expect, test } from "vitest";
import { openRecords } from "../../src/app/records/open.ts";
import { migrations as steps } from "../../src/storage/clickhouse/migrations/index.ts";
import { migrations } from "../../src/storage/records/migrations/migrations.ts";
import { sqliteDialect } from "../../src/storage/records/sqlite.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { temporaryFolder } from "../support/service/folder.ts";

test.each(Object.keys(migrations).filter((name) => name > "012"))(
  "records that were made before %s was written take it in when they are opened",
  async (added) => {
    using folder = temporaryFolder();
    const file = `${folder.path}/records.sqlite`;
    const { [added]: _, ...known } = migrations;
    const db = new Kysely({ dialect: sqliteDialect(file) });
    const before = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } });
    expect((await before.migrateToLatest()).error).toBeUndefined();
    await db.destroy();
    const records = await openRecords({ kind: "sqlite", file }, { box: testBox });
    await records.ping();
    await records.close();
  },
);

test("records of a newer version are refused with what to do", async () => {
  using folder = temporaryFolder();
  const place = { kind: "sqlite", file: `${folder.path}/records.sqlite` } as const;
  await (await openRecords(place, { box: testBox })).close();
  const db = new Kysely<{ kysely_migration: { name: string; timestamp: string } }>({
    dialect: sqliteDialect(place.file),
  });
  await db.insertInto("kysely_migration").values({ name: "999_later", timestamp: "2030-01-01" }).execute();
  await db.destroy();
  await expect(openRecords(place, { box: testBox })).rejects.toMatchObject({
    blame: "caller",
    message: expect.stringContaining("newer version (999_later): start that one") as string,
  });
});

test("each step of the schema in ClickHouse has a number of its own, above that of the one before", () => {
  const ids = steps.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
});
