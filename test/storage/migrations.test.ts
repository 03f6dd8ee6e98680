import { Kysely, Migrator } from "kysely";
import { expect, test } from "vitest";
import { firstStart } from "../../src/accounts/first-start.ts";
import { migrations as steps } from "../../src/app/clickhouse/migrations/index.ts";
import { openRecords } from "../../src/app/records/open.ts";
import { addFailedStepMonitor } from "../../src/monitors/records/add-failed-step-monitor.ts";
import { asProjectId, firstAccount } from "../../src/platform/ids.ts";
import { sqliteDialect } from "../../src/storage/records/sqlite.ts";
import { openTestRecords } from "../support/engines/open-records.ts";
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

test("projects with unchanged default monitors get the one for failed steps once; it does not come back", async () => {
  using folder = temporaryFolder();
  const location = { kind: "sqlite", file: `${folder.path}/records.sqlite` } as const;
  const first = await openTestRecords(location, { box: testBox });
  const made = (id: string, name: string) => ({
    id: asProjectId(id),
    accountId: firstAccount,
    name,
    createdAt: 1000,
  });
  await firstStart({ ...first, init: {}, now: () => 1000 });
  for (const [id, name] of [
    ["project_plain", "Plain"],
    ["project_changed", "Changed"],
  ] as const)
    expect(await first.projects.add(made(id, name))).toBe(true);
  const stepsOf = async (records: typeof first, id: string) =>
    (await records.monitors.list(asProjectId(id))).filter(({ name }) => name === "Failed tools and agents");
  const [original] = await stepsOf(first, "project_plain");
  await first.close();

  // As an earlier release left them: no such monitor, and one project whose defaults somebody changed.
  const db = new Kysely<{
    monitors: { project_id: string; name: string; revision: number };
  }>({ dialect: sqliteDialect(location.file) });
  await db.deleteFrom("monitors").where("name", "=", "Failed tools and agents").execute();
  await db.updateTable("monitors").set({ revision: 2 }).where("project_id", "=", "project_changed").execute();
  await addFailedStepMonitor(db as unknown as Kysely<never>);
  await db.destroy();

  const second = await openTestRecords(location, { box: testBox });
  expect(await stepsOf(second, "project_plain")).toEqual([original]);
  expect(await stepsOf(second, "project_changed")).toEqual([]);
  await second.monitors.remove(asProjectId("project_plain"), original!.id);
  await second.close();
  const third = await openTestRecords(location, { box: testBox });
  expect(await stepsOf(third, "project_plain")).toEqual([]);
  await third.close();
});
