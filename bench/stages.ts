/**
 * Measures CPU microseconds per span of every stage of the pipeline, one by one in this process and in the
 * engine's, on the 3 KB spans of `bench:ingest`: scan, redact (also relative to the rest of the pipeline),
 * decode, assemble, match monitors and evaluate, encode rows, insert by table, journal append.
 * Run: npx node bench/stages.ts [--spans 12000] [--plan 4000] [--no-engine]
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { codeChecks } from "../src/checks/library/index.ts";
import { createChecker } from "../src/checks/stages/check.ts";
import { noHistory } from "../src/checks/verdicts/check-history.ts";
import { conventions } from "../src/datapoints/conventions/index.ts";
import type { Datapoint } from "../src/datapoints/datapoint.ts";
import { createRecognizer } from "../src/datapoints/stages/recognizer.ts";
import { defaultRules, redactionKinds } from "../src/datapoints/text/redaction.ts";
import { defaultMonitors } from "../src/monitors/default-monitors.ts";
import type { Monitor } from "../src/monitors/monitor.ts";
import { createProjectMonitors } from "../src/monitors/stages/project-monitors.ts";
import { decodeTraces, logsIn, spansIn } from "../src/otlp/decode.ts";
import { encodeTraces } from "../src/otlp/encode.ts";
import { scan } from "../src/otlp/scan.ts";
import type { Judged, ProcessedTrace } from "../src/pipeline/ports/processed-trace.ts";
import { createRowEncoder } from "../src/pipeline/rows/encoder.ts";
import { createEvaluateTrace } from "../src/pipeline/traces/evaluate-trace.ts";
import { createProcess } from "../src/pipeline/traces/process.ts";
import { globalProject, type MonitorId } from "../src/platform/ids.ts";
import { createBatchRedactor } from "../src/privacy/redaction/redact-batch.ts";
import { openJournal } from "../src/storage/journal/journal.ts";
import type { TableBatch } from "../src/storage/ports/table-writer.ts";
import { chatSpan } from "../test/lab/spans.ts";
import { openTestStorage } from "../test/support/engines/clickhouse.ts";
import { temporaryFolder } from "../test/support/service/folder.ts";

const { values } = parseArgs({
  options: {
    spans: { type: "string", default: "12000" },
    plan: { type: "string", default: "4000" },
    "no-engine": { type: "boolean", default: false },
  },
});
const spans = Number(values.spans);
const perBody = 100;
const perPlan = Number(values.plan) / perBody;
const receivedAt = Date.now();
const bodies = Array.from({ length: spans / perBody }, (_, body) =>
  encodeTraces(
    Array.from({ length: perBody }, (_, index) =>
      chatSpan({ run: 7, number: body * perBody + index, startMs: receivedAt }),
    ),
  ),
);
const monitors = defaultMonitors.map(
  ({ key, ...monitor }): Monitor => ({
    ...monitor,
    id: key as MonitorId,
    projectId: globalProject,
    enabled: true,
    revision: 1,
    createdAt: 0,
    updatedAt: 0,
  }),
);
const recognize = createRecognizer({ conventions });
const check = createChecker({ checks: codeChecks, now: Date.now });
const watched = createProjectMonitors({ isSlow: () => false, now: () => receivedAt });
watched.replace(globalProject, monitors);
const examine = createEvaluateTrace({
  monitors: watched,
  now: () => receivedAt,
  checks: codeChecks,
  check,
  isSlow: () => false,
  orderJobs: () => ({ verdicts: [], slow: [] }),
});

const costs = new Map<string, number>();
for (const measured of [false, true]) oneRun(measured);
const tables = oneRun(false);
for (const measured of [false, true]) wholePlans(measured);
for (const measured of [false, true]) received(measured);
await ofJournal();
if (!values["no-engine"]) await ofInserts(tables);
const rows = new Map(tables.flat().map(({ table }) => [table, 0]));
for (const { table, rows: count } of tables.flat()) rows.set(table, (rows.get(table) ?? 0) + count);
console.log(`${spans} spans of ${Math.round((bodies[0]?.length ?? 0) / perBody)} bytes; rows per span:`);
console.log(Object.fromEntries(Array.from(rows, ([table, count]) => [table, count / spans])));
const rest = ["scan", "decode", "recognize", "select and check", "encode rows"].reduce(
  (sum, stage) => sum + (costs.get(stage) ?? 0),
  0,
);
for (const [stage, us] of costs)
  if (stage.startsWith("redact"))
    console.log(`${stage}: ${((100 * us) / rest).toFixed(0)} % of the rest of the pipeline`);
console.table(Object.fromEntries(Array.from(costs, ([stage, us]) => [stage, { "CPU µs per span": us.toFixed(1) }])));

/** Builds write batches as the pipeline does; the first run is a warm-up. */
function oneRun(measured: boolean): TableBatch[][] {
  const plans: TableBatch[][] = [];
  const encoder = createRowEncoder();
  for (let from = 0; from < bodies.length; from += perPlan) {
    const take = bodies.slice(from, from + perPlan);
    const time = <Result>(stage: string, work: () => Result) => timed(measured ? stage : undefined, work);
    const decoded = time("decode", () => take.flatMap((body) => decodeTraces(body)));
    const inputs = decoded.map((item) => ({ item, source: "otlp" as const, receivedAt }));
    const recognized = time("recognize", () =>
      inputs.map((part) =>
        recognize({ projectId: globalProject, traceId: part.item.traceId, spans: [part], logs: [] }),
      ),
    );
    const judged = time("select and check", () =>
      recognized.map(({ datapoints }) => datapoints.map((one: Datapoint): Judged => examine(one))),
    );
    const accepted = inputs.map(
      ({ item }, index): ProcessedTrace => ({
        projectId: globalProject,
        spans: recognized[index]!.spans.map((reading) => ({ span: item, source: "otlp", receivedAt, ...reading })),
        logs: [],
        datapoints: judged[index]!.map((one) => ({ ...one, receivedAt })),
        superseded: [],
        retracted: [],
        media: [],
      }),
    );
    plans.push([
      ...time("encode rows", () => {
        for (const trace of accepted) encoder.add(trace, 1);
        return encoder.take();
      }),
    ]);
  }
  return plans;
}

/** Does what receiving and accepting do to a body before it is written. */
function received(measured: boolean): void {
  const redactors = [
    ["redact secrets", createBatchRedactor(defaultRules)],
    ["redact secrets and personal data", createBatchRedactor({ ...defaultRules, kinds: redactionKinds })],
  ] as const;
  const time = (stage: string, work: () => unknown) => timed(measured ? stage : undefined, work);
  time("scan", () => bodies.map((bytes) => scan(bytes, "traces")));
  for (const [stage, redact] of redactors) time(stage, () => bodies.map((bytes) => redact(bytes, "traces")));
}

/**
 * Does what a pipeline thread does with the same batches in one pass: decode, assemble, evaluate and encode
 * by trace.
 */
function wholePlans(measured: boolean): void {
  const process = createProcess({
    spansIn,
    logsIn,
    recognize,
    examine,
    encoder: createRowEncoder(),
  });
  const common = { itemCount: perBody, projectId: globalProject, source: "otlp", signal: "traces" } as const;
  for (let from = 0; from < bodies.length; from += perPlan) {
    const entries = bodies
      .slice(from, from + perPlan)
      .map((bytes, seq) => ({ ...common, seq, receivedAt, bytes }) as const);
    const task = { batchId: "bench", version: 1, entries, earlier: [], history: noHistory };
    timed(measured ? "whole batch in a thread" : undefined, () => process(task));
  }
}

function timed<Result>(stage: string | undefined, work: () => Result): Result {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  if (stage !== undefined) costs.set(stage, (costs.get(stage) ?? 0) + (user + system) / spans);
  return result;
}

async function ofJournal(): Promise<void> {
  using folder = temporaryFolder();
  const opened = await openJournal({
    folder: folder.path,
    maxBytes: 2 ** 30,
    reserveBytes: 2 ** 20,
    now: Date.now,
  });
  const before = process.cpuUsage();
  for (let from = 0; from < bodies.length; from += 8)
    await Promise.all(
      bodies.slice(from, from + 8).map((body, index) =>
        opened.journal.append({
          projectId: globalProject,
          source: "otlp",
          signal: "traces",
          receivedAt,
          traceIds: Array.from({ length: perBody }, (_, item) => `${from + index}-${item}`.padStart(32, "0")),
          bytes: body,
          bodyHash: `${from + index}`,
        }),
      ),
    );
  const { user, system } = process.cpuUsage(before);
  costs.set("journal append", (user + system) / spans);
  await opened.close();
}

/**
 * Measures engine and client separately and waits for each table's merges, so that deferred insert work is
 * counted.
 */
async function ofInserts(plans: readonly TableBatch[][]): Promise<void> {
  await using storage = await openTestStorage();
  const state = storage.engine?.state();
  const pid = state?.kind === "ready" ? state.pid : 0;
  const one = (plans[0] ?? []).map(({ table }) => table);
  let client = 0;
  for (const table of one) {
    const own = process.cpuUsage();
    const before = cpuMicros(pid);
    for (const plan of plans)
      for (const batch of plan.filter((each) => each.table === table)) await storage.writer.insert(batch);
    const { user, system } = process.cpuUsage(own);
    client += user + system;
    const inserted = cpuMicros(pid);
    await storage.clickhouse.command("merge", `OPTIMIZE TABLE ${table} FINAL`);
    await sleep(100);
    costs.set(`engine: insert ${table}`, (inserted - before) / spans);
    costs.set(`engine: merge ${table} once`, (cpuMicros(pid) - inserted) / spans);
  }
  costs.set("insert, client side", client / spans);
}

function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}
