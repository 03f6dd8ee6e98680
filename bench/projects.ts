/**
 * Measures what a project costs by the number of projects: `npx node bench/projects.ts --projects 10000
 * [--postgres]`. Reports CPU milliseconds of the service per created project, CPU microseconds per span of
 * one project, and idle CPU.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { encodeTraces } from "../src/otlp/encode.ts";
import { chatSpan } from "../test/lab/spans.ts";
import { postgresPrograms, startPostgres } from "../test/support/engines/postgres.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";
import { startService } from "../test/support/service/service.ts";
import { apiOf } from "../test/support/service/service-api.ts";

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "10000" },
    postgres: { type: "boolean", default: false },
    main: { type: "string" },
  },
});
const most = Number(values.projects);
const measured = 30;
const spansAtOnce = 100;
const spans = 6000;
const idleMs = 62_000;
let filled = 0;

if (values.postgres && "absent" in postgresPrograms) throw new Error(postgresPrograms.absent);
await using postgres = values.postgres ? await startPostgres() : undefined;
const folder = temporaryFolder();
const database = postgres?.newDatabase();
let sent = 0;
let service = await start();

for (const stage of [10, 1000, most].filter((count) => count <= most)) {
  await service.kill("SIGTERM");
  await fill(stage);
  service = await start();
  await settle();
  const one = await cpuOf(() => addProjects(stage));
  await settle();
  const span = await cpuOf(send);
  const idle = await cpuOf(() => wait(idleMs));
  console.log(
    `${stage} projects: ${(one.service / measured).toFixed(1)} ms of CPU to create one (${(one.wall / measured).toFixed(1)} ms), ` +
      `${((span.service * 1000) / spans).toFixed(0)} µs a span, ` +
      `idle ${((idle.service / idle.wall) * 100).toFixed(2)} % of a core, engine ${((idle.engine / idle.wall) * 100).toFixed(2)} %, ` +
      `${rssOf()} MB`,
  );
}
await service.kill("SIGTERM");
folder[Symbol.dispose]();

function start() {
  return startService({
    folder: folder.path,
    ...(values.main === undefined ? {} : { script: values.main }),
    env: { GAFFE_REQUESTS_PER_MINUTE: "0", ...(database === undefined ? {} : { DATABASE_URL: database }) },
  });
}

/** Copies the first project and its monitors `count` times in SQL: creating them one by one takes minutes. */
async function fill(count: number): Promise<void> {
  const numbers = (from: number, to: number) =>
    database === undefined
      ? `(WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT i FROM n) AS n`
      : `generate_series(${from}, ${to}) AS n(i)`;
  const series = numbers(filled + 1, count);
  const statements = [
    `INSERT INTO projects (id, account_id, name, created_at, next_issue_number)
     SELECT 'copy_' || i, account_id, 'Copy ' || i, created_at, 1 FROM projects, ${series} WHERE id = 'global'`,
    `INSERT INTO monitors (id, project_id, name, description, enabled, condition, sample_rate, checks, notifications, rules, revision, created_at, updated_at)
     SELECT id || '_' || i, 'copy_' || i, name, description, enabled, condition, sample_rate, checks, notifications, rules, revision, created_at, updated_at
     FROM monitors, ${series} WHERE project_id = 'global'`,
  ];
  filled = count;
  if (database === undefined) {
    const file = new DatabaseSync(join(folder.path, "records.sqlite"));
    for (const sql of statements) file.exec(sql);
    file.close();
    return;
  }
  const client = new Client({ connectionString: database });
  await client.connect();
  for (const sql of statements) await client.query(sql);
  await client.end();
}

async function addProjects(stage: number): Promise<void> {
  for (let count = 0; count < measured; count++) {
    await apiOf(service).post("/projects", { name: `Project ${stage} ${count}` });
  }
}

async function send(): Promise<void> {
  for (const end = sent + spans; sent < end; sent += spansAtOnce) {
    const list = Array.from({ length: spansAtOnce }, (_, index) =>
      chatSpan({ run: 1, number: sent + index, startMs: Date.now() }),
    );
    const response = await fetch(`${service.url}/v1/traces`, {
      method: "POST",
      headers: { "api-key": service.token, "content-type": "application/x-protobuf" },
      body: encodeTraces(list),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
  await wait(8000);
}

async function cpuOf(work: () => Promise<void>) {
  const pids = { service: service.child.pid ?? 0, engine: service.clickhousePid() ?? 0 };
  const before = { at: performance.now(), service: cpuMs(pids.service), engine: cpuMs(pids.engine) };
  await work();
  return {
    wall: performance.now() - before.at,
    service: cpuMs(pids.service) - before.service,
    engine: cpuMs(pids.engine) - before.engine,
  };
}

/** Returns utime and stime of all threads; Linux counts in ticks of 10 ms. */
function cpuMs(pid: number): number {
  if (pid === 0) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function rssOf(): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function settle(): Promise<void> {
  return wait(5000);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
