import { Kysely, Migrator } from "kysely";
import { expect, test } from "vitest";
import { migrations as steps } from "../../src/app/clickhouse/migrations/index.ts";
import { openRecords } from "../../src/app/records/open.ts";
import { sqliteDialect } from "../../src/storage/records/sqlite.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { temporaryFolder } from "../support/service/folder.ts";

test("records from before the first release are refused with what to do", async () => {
  using folder = temporaryFolder();
  const location = { kind: "sqlite", file: `${folder.path}/records.sqlite` } as const;
  const db = new Kysely({ dialect: sqliteDialect(location.file) });
  const create = { up: (made: Kysely<never>) => made.schema.createTable("accounts").addColumn("id", "text").execute() };
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ "001_accounts": create }) } });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  await db.destroy();
  await expect(openRecords(location, { box: testBox })).rejects.toMatchObject({
    blame: "caller",
    message: expect.stringContaining("before the first release of Gaffe (001_accounts)") as string,
  });
});

test("records of a newer version are refused with what to do", async () => {
  using folder = temporaryFolder();
  const location = { kind: "sqlite", file: `${folder.path}/records.sqlite` } as const;
  await (await openRecords(location, { box: testBox })).close();
  const db = new Kysely<{ kysely_migration: { name: string; timestamp: string } }>({
    dialect: sqliteDialect(location.file),
  });
  await db.insertInto("kysely_migration").values({ name: "9999_later", timestamp: "2030-01-01" }).execute();
  await db.destroy();
  await expect(openRecords(location, { box: testBox })).rejects.toMatchObject({
    blame: "caller",
    message: expect.stringContaining("newer version (9999_later): start that one") as string,
  });
});

test("each migration of the ClickHouse schema has a unique, ascending number", () => {
  const ids = steps.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
});
