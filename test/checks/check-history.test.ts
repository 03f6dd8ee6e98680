import { afterAll, beforeAll, expect, test } from "vitest";
import { historyName } from "../../src/checks/verdicts/check-history.ts";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import type { Source } from "../../src/otlp/source.ts";
import type { ProcessedTrace } from "../../src/pipeline/ports/processed-trace.ts";
import { asProjectId, datapointId, type ProjectId } from "../../src/platform/ids.ts";
import { storedTrace, storeTraces } from "../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../support/engines/clickhouse.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage[Symbol.asyncDispose]());

/** Relative to the current time: rows of a fixed date would be older than the retention. */
const now = Date.now();
let calls = 0;

/** A call that started this many seconds ago. */
function callOf(projectId: ProjectId, secondsAgo: number, change: Partial<Datapoint> = {}): ProcessedTrace {
  const traceId = (++calls).toString(16).padStart(32, "0");
  const id = datapointId(projectId, traceId, "0".repeat(15) + "1");
  const receivedAt = now - secondsAgo * 1000;
  const fields = { id, projectId, traceId, startedAt: receivedAt, requestModel: "gpt-5", ...change };
  return { ...storedTrace(fields, { receivedAt, judged: false }), projectId };
}

const valuesKey = (projectId: ProjectId, promptVersion = "", model = "gpt-5") =>
  ({ kind: "values", projectId, model, promptVersion }) as const;

async function valuesOf(...keys: readonly ReturnType<typeof valuesKey>[]) {
  const found = await storage.checkHistory.values(keys[0]?.projectId ?? asProjectId("none"), keys, now);
  return keys.map((key) => found.get(historyName(key)));
}

test("values are those of the newest 1,000 calls, the oldest of them first", async () => {
  const project = asProjectId("many");
  const traces = Array.from({ length: 1010 }, (_, number) => callOf(project, 2000 - number, { durationMs: number }));
  await storeTraces(storage.writer, traces);
  const [found] = await valuesOf(valuesKey(project));
  expect(found?.latency).toEqual(Array.from({ length: 1000 }, (_, number) => number + 10));
  expect(found?.cost).toEqual([]);
});

test("values are separated by project, model and prompt version", async () => {
  const [project, other] = [asProjectId("apart"), asProjectId("other")];
  const version = (name: string, value: string | number) => ({ metadata: new Map([[name, value]]) });
  await storeTraces(storage.writer, [
    callOf(project, 9, { durationMs: 1 }),
    callOf(project, 8, { durationMs: 2, requestModel: "other" }),
    callOf(project, 7, { durationMs: 3, ...version("prompt_version", "it's \\ v1") }),
    callOf(project, 6, { durationMs: 4, ...version("promptVersion", 2) }),
    callOf(project, 5, { durationMs: 5, ...version("prompt.version", "2") }),
    callOf(other, 4, { durationMs: 6 }),
  ]);
  const found = await valuesOf(
    valuesKey(project),
    valuesKey(project, "", "other"),
    valuesKey(project, JSON.stringify("it's \\ v1")),
    valuesKey(project, "2"),
    valuesKey(project, '"2"'),
    valuesKey(project, '"3"'),
  );
  expect(found.map((values) => values?.latency)).toEqual([[1], [2], [3], [4], [5], undefined]);
});

test("calls that failed, are older than a week, or have no value do not count", async () => {
  const project = asProjectId("some");
  const usd = 0.3;
  await storeTraces(storage.writer, [
    callOf(project, 8 * 86_400, { durationMs: 1 }),
    callOf(project, 5, { durationMs: 2, error: { type: "timeout" } }),
    callOf(project, 4, { durationMs: 3, usage: { inputTokens: 7 } }),
    callOf(project, 3, {
      durationMs: 4,
      usage: { inputTokens: 7, outputTokens: 5 },
      cost: { usd, complete: true },
    }),
    callOf(project, 2, { durationMs: 5, cost: { usd, complete: false } }),
  ]);
  const [found] = await valuesOf(valuesKey(project));
  expect(found).toEqual({ latency: [3, 4, 5], tokens: [7, 12], cost: [0.3] });
});

test("answers of a test run are those of its calls only", async () => {
  const project = asProjectId("runs");
  const runAnswer = (text: string, run: string, source: Source = "run"): Partial<Datapoint> => ({
    source,
    output: [{ role: "assistant", parts: [{ type: "text", text }] }],
    attributes: new Map([["gaffe.test_run.id", run]]),
  });
  const traces = [
    callOf(project, 9, runAnswer("Paris.", "r1")),
    callOf(project, 8, runAnswer("It's \\ Paris.", "r1")),
    callOf(project, 7, runAnswer("Rome.", "r2")),
    callOf(project, 6, runAnswer("Not believed.", "r1", "otlp")),
    callOf(asProjectId("runs of another"), 5, runAnswer("Another's.", "r1")),
  ];
  await storeTraces(storage.writer, traces);
  const ids = traces.map(({ datapoints }) => datapoints[0]?.datapoint.id ?? "");
  const found = await storage.checkHistory.answers(project, "r1", now);
  expect([...found]).toEqual([
    [ids[0], "Paris."],
    [ids[1], "It's \\ Paris."],
  ]);
  expect((await storage.checkHistory.answers(project, "r3", now)).size).toBe(0);
});
