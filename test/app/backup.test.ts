import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { blocksOf } from "../support/data/page-blocks.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

/** Returns the commands of docs/deploy.md. */
const of = (wanted: string) =>
  blocksOf("deploy.md").flatMap(({ language, text }) => (language === wanted ? [text] : []));
const commands = of("sh");
const statements = of("sql");
const one = (list: readonly string[], word: string) => {
  const [found, ...others] = list.filter((block) => block.startsWith(word));
  if (found === undefined || others.length > 0) throw new Error(`docs/deploy.md contains ${word} not just once`);
  return found;
};

const calls = 20;
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const run = (command: string, env: Readonly<Record<string, string>>) =>
  execFileSync("sh", ["-ec", command], {
    cwd: folder.path,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: "pipe",
  });

test("an embedded Gaffe comes back from a copy of its folder", async () => {
  const [before, after] = [join(folder.path, "before"), join(folder.path, "after")];
  const service = await startService({ folder: before });
  await sendCalls(service);
  const stored = await storedBy(service);
  await service.kill("SIGTERM");
  run(one(commands, "tar"), { GAFFE_DATA: before });
  run(one(commands, "mkdir"), { GAFFE_DATA: after });
  await using restored = await startService({ folder: after });
  expect(await storedBy(restored)).toEqual(stored);
});

const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";
describe.skipIf(absent !== "")(`a served Gaffe${absent}`, () => {
  test("comes back from dumps of PostgreSQL and ClickHouse", async () => {
    await using clickhouse = await startClickHouse();
    await using postgres: Postgres = await startPostgres();
    const [first, second] = [postgres.newDatabase(), postgres.newDatabase()];
    const start = (name: string, database: string) =>
      startService({
        folder: join(folder.path, name),
        env: { CLICKHOUSE_URL: clickhouse.url, DATABASE_URL: database, GAFFE_SECRET_KEY: "k".repeat(40) },
      });
    const service = await start("first", first);
    await sendCalls(service);
    const stored = await storedBy(service);
    await service.kill("SIGTERM");

    // The test engine has no disk for backups; in memory they last as long as a session.
    const inMemory = (word: string) =>
      clickhouse.ask(one(statements, word).replace("Disk('backups', 'gaffe-1.zip')", "Memory('gaffe-1')"), {
        database: "default",
        session_id: "backup",
      });
    await inMemory("BACKUP");
    const PATH = `${"folder" in postgresPrograms ? postgresPrograms.folder : ""}:${process.env["PATH"] ?? ""}`;
    run(one(commands, "pg_dump"), { PATH, DATABASE_URL: first });
    await clickhouse.ask("DROP DATABASE gaffe SYNC", { database: "default" });
    await inMemory("RESTORE");
    run(one(commands, "pg_restore"), { PATH, DATABASE_URL: second });

    await using restored = await start("second", second);
    expect(await storedBy(restored)).toEqual(stored);
  });
});

/** Sends calls of which every second one failed. */
async function sendCalls(service: Service): Promise<void> {
  const call = { requestModel: "gpt-4o", provider: "openai", input: "Hello", output: "Hello." };
  const error = { status: 429, message: "Rate limit reached" };
  for (let number = 0; number < calls; number++) {
    const body = { ...call, startedAt: new Date().toISOString(), ...(number % 2 ? { output: [], error } : {}) };
    await apiOf(service).post("/datapoints", body);
  }
}

/** Returns what a restore must preserve: datapoints, issues with their counts, tokens. */
async function storedBy(service: Service): Promise<unknown> {
  const api = apiOf(service);
  const read = async () => {
    const [health, issues, tokens] = await Promise.all(
      ["/health", "/issues?limit=200", "/tokens"].map((path) => api.get(path)),
    );
    const { datapoints, errors } = health as { datapoints: number; errors: number };
    const { items } = issues as { items: { id: string; occurrences: number; state: string }[] };
    return {
      datapoints,
      errors,
      issues: items.map(({ id, occurrences, state }) => `${id} ${occurrences} ${state}`).sort(),
      tokens: (tokens as { items: { id: string }[] }).items.map(({ id }) => id),
    };
  };
  let before = "";
  const isSettled = (seen: Awaited<ReturnType<typeof read>>) => {
    const text = JSON.stringify(seen);
    const same = text === before;
    before = text;
    return same && seen.datapoints === calls && seen.issues.some((issue) => issue.includes(` ${calls / 2} `));
  };
  for (let rounds = 0; rounds < 5; rounds++) {
    const seen = await eventually(read, isSettled);
    if (isSettled(seen)) return seen;
  }
  throw new Error(`not settled: ${before}`);
}
