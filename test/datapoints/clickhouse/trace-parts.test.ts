import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TraceBatchRow } from "../../../src/datapoints/ports/assembled-trace.ts";
import type { PartsRequest } from "../../../src/datapoints/ports/datapoint-reader.ts";
import type { ProcessedTrace } from "../../../src/pipeline/ports/processed-trace.ts";
import { asProjectId, type ProjectId } from "../../../src/platform/ids.ts";
import { storedTrace, storeTraces } from "../../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../../support/engines/clickhouse.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage({ readSeconds: 10 });
});
afterAll(() => storage[Symbol.asyncDispose]());

const hex = (number: number, length: number) => number.toString(16).padStart(length, "0");
const batchOf = (trace: ProcessedTrace): TraceBatchRow => {
  if (!trace.batch) throw new Error("no batch");
  return trace.batch;
};
const inProject = (projectId: ProjectId, trace: ProcessedTrace): ProcessedTrace => ({
  ...trace,
  projectId,
  datapoints: trace.datapoints.map((one) => ({
    ...one,
    findings: one.findings.map((finding) => ({ ...finding, projectId })),
  })),
});
const withBatch = (trace: ProcessedTrace, change: Partial<TraceBatchRow>): ProcessedTrace => ({
  ...trace,
  batch: { ...batchOf(trace), ...change },
});
const idOf = (trace: ProcessedTrace) => batchOf(trace).traceId;
const nameOf = (projectId: ProjectId) => (traceId: string) => ({ projectId, traceId });

type PartsQuery = Omit<PartsRequest, "summary">;
const queryOf = (traceId: string): PartsQuery => ({ traceId, spanIds: [], parentSpanIds: [] });

/** Reads the parts as the pipeline does: with previously read summaries, and only of traces that have one. */
async function partsOf(project: ProjectId, requests: readonly PartsQuery[]) {
  const summaries = await storage.traces.summaries(requests.map(({ traceId }) => nameOf(project)(traceId)));
  const known = requests.flatMap((request) => {
    const summary = summaries.get(`${project} ${request.traceId}`);
    return summary ? [{ ...request, summary }] : [];
  });
  return storage.traces.parts(project, known);
}

describe("a summary", () => {
  test("sums the batches of a trace up, each once, and only of its project", async () => {
    const project = asProjectId("sums");
    const trace = inProject(project, storedTrace());
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "one" })], { version: 10 });
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "one", items: 0, bytes: 0 })], { version: 10 });
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "two", items: 5, bytes: 100, includes: 2 })], {
      version: 20,
    });
    const unknown = Array.from({ length: 5000 }, (_, number) => hex(number, 32).replace(/^0/, "f"));
    const found = await storage.traces.summaries([...unknown, idOf(trace)].map(nameOf(project)));
    expect([...found.keys()]).toEqual([`${project} ${idOf(trace)}`]);
    expect(found.get(`${project} ${idOf(trace)}`)).toMatchObject({
      batches: 2,
      items: 7,
      bytes: 2100,
      version: 20,
      isSettled: true,
    });
    expect((await storage.traces.summaries([nameOf(asProjectId("others"))(idOf(trace))])).size).toBe(0);
  });

  test("is not settled while the newest batch has not read all others", async () => {
    const project = asProjectId("settling");
    const trace = inProject(project, storedTrace());
    const isSettled = async () =>
      [...(await storage.traces.summaries([nameOf(project)(idOf(trace))])).values()][0]?.isSettled;
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "one" })], { version: 10 });
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "two" })], { version: 11 });
    expect(await isSettled()).toBe(false);
    await storeTraces(storage.writer, [withBatch(trace, { batchId: "three", items: 0, includes: 3 })], { version: 13 });
    expect(await isSettled()).toBe(true);
  });

  test("is found for ids of any form", async () => {
    const project = asProjectId("forms");
    const traces = ["it's \\ an id", "Ä", "", "0".repeat(32)].map((traceId) =>
      inProject(project, storedTrace({ traceId })),
    );
    await storeTraces(storage.writer, traces);
    const found = await storage.traces.summaries(traces.map(idOf).map(nameOf(project)));
    expect(new Set(found.keys())).toEqual(new Set(traces.map((trace) => `${project} ${idOf(trace)}`)));
  });
});

describe("stored parts", () => {
  test("of a small trace are all of it, with what names its verdicts and findings", async () => {
    const project = asProjectId("whole");
    const trace = inProject(project, storedTrace());
    await storeTraces(storage.writer, [trace]);
    const [stored] = trace.datapoints;
    const parts = (await partsOf(project, [queryOf(idOf(trace)), queryOf("f".repeat(32))])).get(idOf(trace));
    expect(parts?.spans.map(({ item }) => item)).toEqual(trace.spans.map(({ span }) => span));
    expect(parts?.logs.map(({ item }) => item)).toEqual(trace.logs.map(({ record }) => record));
    expect(parts?.readings).toEqual([
      {
        id: stored?.datapoint.id,
        partitionTime: Math.floor(stored?.datapoint.startedAt ?? 0),
        spanIds: stored?.datapoint.spanIds,
        verdicts: expect.arrayContaining([
          { check: "model_refusal", version: 1, options: "o", state: "failed", monitorIds: ["m1"] },
          { check: "is_json", version: 1, options: "o", state: "passed", monitorIds: ["m1"] },
        ]) as unknown,
        findings: stored?.findings.map(({ issueId, check, monitorId }) => ({ issueId, check, monitorId })),
      },
    ]);
  });

  test("hold a call twice that two processes stored under two times", async () => {
    const project = asProjectId("twice");
    const trace = inProject(project, storedTrace());
    await storeTraces(storage.writer, [trace]);
    const again = trace.datapoints.map((one) => ({ ...one, partitionTime: one.datapoint.startedAt + 777 }));
    await storeTraces(storage.writer, [{ ...withBatch(trace, { batchId: "other" }), datapoints: again }], {
      version: 2,
    });
    const readings = (await partsOf(project, [queryOf(idOf(trace))])).get(idOf(trace))?.readings ?? [];
    expect(new Set(readings.map(({ id }) => id)).size).toBe(1);
    expect(readings.map(({ verdicts, findings }) => [verdicts.length, findings.length])).toEqual([
      [2, 0],
      [2, 1],
    ]);
  });

  test("of thousands of concurrent traces are found, ten calls each", async () => {
    const project = asProjectId("many");
    const traces = Array.from({ length: 1200 }, (_, trace) =>
      Array.from({ length: 5 }, (__, call) =>
        inProject(project, storedTrace({ traceId: hex(9_000_000 + trace, 32), spanId: hex(call + 1, 16) })),
      ),
    ).flat();
    await storeTraces(storage.writer, traces);
    const parts = await partsOf(project, [...new Set(traces.map(idOf))].map(queryOf));
    expect(parts.size).toBe(1200);
    expect([...parts.values()].every(({ spans, readings }) => spans.length === 5 && readings.length === 5)).toBe(true);
  });
});

describe("the neighborhood in a large trace", () => {
  const project = asProjectId("large");
  const traceId = "ab".repeat(16);
  const start = Date.now() - 600_000;
  const span = (number: number, parent: number | undefined, judged = true): ProcessedTrace => {
    const trace = storedTrace({ traceId, spanId: hex(number, 16), startedAt: start + number * 10 }, { judged });
    const spans = trace.spans.map((one) => ({
      ...one,
      span: { ...one.span, ...(parent === undefined ? {} : { parentSpanId: hex(parent, 16) }) },
    }));
    return inProject(project, withBatch({ ...trace, spans }, { batchId: `b${number}` }));
  };
  const bare = (trace: ProcessedTrace): ProcessedTrace => ({ ...trace, datapoints: [], logs: [] });

  beforeAll(async () => {
    // A root, a chain of 70 below it, a group of five, and 1,000 calls of the root.
    const chain = Array.from({ length: 70 }, (_, index) => bare(span(2 + index, 1 + index)));
    const group = Array.from({ length: 5 }, (_, index) => span(101 + index, 100));
    const calls = Array.from({ length: 1000 }, (_, index) => span(1000 + index, 1));
    await storeTraces(storage.writer, [bare(span(1, undefined)), ...chain, bare(span(100, 1)), ...group, ...calls]);
  });

  const partsAround = async (spanIds: readonly number[], parents: readonly number[]) => {
    const request = {
      traceId,
      spanIds: spanIds.map((one) => hex(one, 16)),
      parentSpanIds: parents.map((one) => hex(one, 16)),
    };
    const parts = (await partsOf(project, [request])).get(traceId);
    if (!parts) throw new Error("nothing found");
    return { ...parts, numbers: new Set(parts.spans.map(({ item }) => Number.parseInt(item.spanId, 16))) };
  };

  test("holds ancestors, siblings and the latest calls, with their log records and readings, and not all of it", async () => {
    const { numbers, logs, readings, spans } = await partsAround([5000], [100]);
    for (const number of [1, 100, 101, 105, 1999, 1951]) expect(numbers).toContain(number);
    expect(numbers).not.toContain(1500);
    expect(spans.length + logs.length).toBeLessThanOrEqual(300);
    expect(logs.length).toBeGreaterThan(0);
    const latest = readings.find(({ spanIds }) => spanIds.includes(hex(1999, 16)));
    expect([latest?.verdicts.length, latest?.findings.length]).toEqual([2, 1]);
    expect(readings.some(({ spanIds }) => spanIds.includes(hex(101, 16)))).toBe(true);
  });

  test("holds stored rows of the same spans, and their children", async () => {
    const { numbers } = await partsAround([100], []);
    for (const number of [100, 101, 105]) expect(numbers).toContain(number);
  });

  test("goes 64 levels up", async () => {
    const { numbers } = await partsAround([5001], [71]);
    expect([71, 40, 8].every((number) => numbers.has(number))).toBe(true);
    expect(numbers.has(7)).toBe(false);
  });

  test("is bounded where one span has hundreds of children", async () => {
    const { spans, logs } = await partsAround([1], []);
    expect(spans.length + logs.length).toBeLessThanOrEqual(300);
  });
});

test("a page of a trace of 6,000 spans shows the first 5,000 and reports that there are more", async () => {
  const project = asProjectId("page");
  const traceId = "cd".repeat(16);
  const start = Date.now() - 600_000;
  const traces = Array.from({ length: 6000 }, (_, index) =>
    inProject(
      project,
      storedTrace({ traceId, spanId: hex(index + 1, 16), startedAt: start + index }, { judged: false }),
    ),
  );
  await storeTraces(storage.writer, traces);
  const page = await storage.traces.trace(project, traceId);
  expect([page?.spans.length, page?.datapoints.length, page?.isCut]).toEqual([5000, 5000, true]);
  expect(page?.spans.at(-1)?.span.spanId).toBe(hex(5000, 16));
});

describe("a probe", () => {
  test("passes where rows can be inserted and read, and leaves nothing that is seen", async () => {
    expect(await storage.writer.probe("trace_batches")).toBeUndefined();
    expect(await storage.writer.probe("datapoints")).toBeUndefined();
    expect(await storage.writer.probe("datapoints")).toBeUndefined();
    const rows = await storage.clickhouse.select("seen", "SELECT 1 FROM datapoints FINAL WHERE project_id = ''");
    expect(rows).toEqual([]);
  });

  test("returns the engine's message when the table is missing", async () => {
    await storage.clickhouse.command("rename", "RENAME TABLE media TO media_away");
    try {
      expect(await storage.writer.probe("media")).toMatchObject({
        kind: "refusing",
        reason: expect.stringContaining("media") as string,
      });
    } finally {
      await storage.clickhouse.command("rename", "RENAME TABLE media_away TO media");
    }
    expect(await storage.writer.probe("media")).toBeUndefined();
  });

  test("reports an unavailable engine when nothing responds", async () => {
    const other = await openTestStorage();
    await other.engine?.stop();
    expect(await other.writer.probe("media")).toMatchObject({ kind: "away" });
    await other[Symbol.asyncDispose]();
  });
});
