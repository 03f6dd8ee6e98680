import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsOf } from "../../../src/app/clickhouse/migrations/columns.ts";
import { overLimitReason } from "../../../src/checks/minute-limit.ts";
import type { Flag } from "../../../src/datapoints/datapoint.ts";
import type { Query } from "../../../src/datapoints/query/ast.ts";
import type { AttributeValue } from "../../../src/otlp/span.ts";
import { asMonitorId, asProjectId, globalProject, issueId } from "../../../src/platform/ids.ts";
import type { Json } from "../../../src/platform/json/json.ts";
import { expiringTables } from "../../../src/storage/clickhouse/tables.ts";
import { finding, storedTrace, storeTraces } from "../../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../../support/engines/clickhouse.ts";

const all: Query = { kind: "all" };
const always = { from: 0, to: Date.now() + 10 * 365 * 86_400_000 };
let storage: TestStorage;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage[Symbol.asyncDispose]());

const only = (trace: ReturnType<typeof storedTrace>) => {
  const [stored] = trace.datapoints;
  if (!stored) throw new Error("no datapoint");
  return stored;
};
const count = () => storage.datapoints.count(globalProject, all, always);

describe("a stored datapoint", () => {
  test("is read back unchanged, whatever it contains", async () => {
    const trace = storedTrace({
      parentSpanId: "00000000000000ff",
      startedAt: Date.now() - 1000.25,
      timeToFirstTokenMs: 12.5,
      streaming: true,
      provider: "openai",
      requestModel: "gpt-4o",
      usage: { inputTokens: 10, outputTokens: 0 },
      cost: { usd: 0.000012, complete: false },
      error: { type: "rate_limited", status: 429, message: "Zu viele 🚦" },
      input: [
        { role: "system", parts: [{ type: "text", text: "Sei nett. \u0000 \u2028 漢字 🙂" }] },
        {
          role: "tool",
          name: "t",
          parts: [{ type: "tool_result", result: JSON.parse('{"__proto__":{"a":1}}') as Json }],
        },
      ],
      output: [
        { role: "assistant", parts: [{ type: "tool_call", id: "c", name: "find", arguments: { q: [1, null] } }] },
      ],
      tools: [{ name: "find", parameters: { type: "object" } }],
      toolChoice: "auto",
      params: { temperature: 0, stop: ["\n"] },
      sessionId: "s",
      userId: "u",
      tags: ["a", "b"],
      flags: ["truncated"],
      metadata: new Map<string, Json>([
        ["__proto__", "x"],
        ["deep", { a: [true] }],
      ]),
      attributes: new Map<string, AttributeValue>([
        ["__proto__", "polluted"],
        ["big", 2n ** 63n - 1n],
        ["bytes", new Uint8Array([0, 255])],
        ["nan", Number.NaN],
        ["list", ["a", 1, true, null]],
        ["long", "x".repeat(5000)],
        ["trap", Object.assign(Object.create(null) as object, { $bigint: "1" }) as AttributeValue],
      ]),
    });
    const { datapoint, verdicts, monitorIds } = only(trace);
    await storeTraces(storage.writer, [trace]);
    const stored = await storage.datapoints.get(globalProject, datapoint.id);
    expect(stored?.datapoint).toEqual(datapoint);
    expect(Object.keys(stored?.datapoint ?? {}).toSorted()).toEqual(Object.keys(datapoint).toSorted());
    expect(stored?.verdicts).toEqual(expect.arrayContaining([...verdicts]));
    expect(stored?.monitorIds).toEqual(monitorIds);
    const seen = await storage.traces.trace(globalProject, datapoint.traceId);
    expect(seen?.spans[0]?.span).toEqual(trace.spans[0]?.span);
    expect(seen?.logs[0]?.record).toEqual(trace.logs[0]?.record);
    expect(seen?.datapoints[0]?.verdicts).toEqual({ failed: 1, passed: 1 });
    expect(seen?.datapoints[0]?.usage).toEqual({ inputTokens: 10, outputTokens: 0 });
  });

  test("may hold ten megabytes", async () => {
    const text = "Ünïcode ".repeat(1_250_000);
    const trace = storedTrace({ input: [{ role: "user", parts: [{ type: "text", text }] }] });
    await storeTraces(storage.writer, [trace]);
    const stored = await storage.datapoints.get(globalProject, only(trace).datapoint.id);
    expect(stored?.datapoint.input[0]?.parts[0]).toEqual({ type: "text", text });
  });

  test("is seen by its own project only", async () => {
    const trace = storedTrace();
    await storeTraces(storage.writer, [trace]);
    expect(await storage.datapoints.get(asProjectId("other"), only(trace).datapoint.id)).toBeUndefined();
  });
});

describe("repetition", () => {
  test("rows that are inserted twice count once", async () => {
    const trace = storedTrace();
    await storeTraces(storage.writer, [trace]);
    const before = await count();
    const issue = issueId(globalProject, ["model_refusal"]);
    const findings = (await storage.findings.counts(globalProject, [{ id: issue, mergedIds: [] }])).get(issue);
    await storeTraces(storage.writer, [trace]);
    expect(await count()).toBe(before);
    expect((await storage.findings.counts(globalProject, [{ id: issue, mergedIds: [] }])).get(issue)).toEqual(findings);
  });

  test("the engine ignores no insert because it remembers an equal one: a kill may have taken its rows", async () => {
    const trace = storedTrace();
    await storage.clickhouse.command("stop merges", "SYSTEM STOP MERGES datapoints");
    try {
      await storeTraces(storage.writer, [trace]);
      await storeTraces(storage.writer, [trace]);
      const sql = "SELECT toFloat64(count()) AS rows FROM datapoints WHERE id = {id:String}";
      const { id } = only(trace).datapoint;
      expect(await storage.clickhouse.select("rows", sql, { id })).toEqual([{ rows: 2 }]);
    } finally {
      await storage.clickhouse.command("start merges", "SYSTEM START MERGES datapoints");
    }
  });

  test("a later version replaces, an earlier one that comes late does not", async () => {
    const trace = storedTrace({ requestModel: "old" });
    const { datapoint } = only(trace);
    const newer = { ...trace, datapoints: [{ ...only(trace), datapoint: { ...datapoint, requestModel: "new" } }] };
    await storeTraces(storage.writer, [newer], { version: 7 });
    await storeTraces(storage.writer, [trace], { version: 6 });
    expect((await storage.datapoints.get(globalProject, datapoint.id))?.datapoint.requestModel).toBe("new");
  });
});

describe("a superseded datapoint", () => {
  test("disappears with its verdicts and findings, and its spans stay", async () => {
    const trace = storedTrace({ userId: "gone" });
    const { datapoint } = only(trace);
    const other = { ...finding(datapoint), issueId: issueId(globalProject, ["superseded"]) };
    await storeTraces(storage.writer, [{ ...trace, datapoints: [{ ...only(trace), findings: [other] }] }]);
    const before = await count();
    const { traceId } = datapoint;
    const [summary] = (await storage.traces.summaries([{ projectId: globalProject, traceId }])).values();
    const request = { traceId, summary: summary!, spanIds: [], parentSpanIds: [] };
    const parts = (await storage.traces.parts(globalProject, [request])).get(datapoint.traceId);
    expect(parts?.spans.map(({ item }) => item)).toEqual(trace.spans.map(({ span }) => span));
    const gone = {
      ...trace,
      spans: [],
      logs: [],
      datapoints: [],
      superseded: (parts?.readings ?? []).map((one) => ({ ...one, startedAt: one.partitionTime })),
      retracted: (parts?.readings ?? []).flatMap(({ id, partitionTime, findings }) =>
        findings.map((key) => ({ ...key, datapointId: id, partitionTime })),
      ),
    };
    await storeTraces(storage.writer, [gone], { version: 2 });
    expect(await count()).toBe(before - 1);
    expect(await storage.datapoints.get(globalProject, datapoint.id)).toBeUndefined();
    expect((await storage.findings.counts(globalProject, [{ id: other.issueId, mergedIds: [] }])).size).toBe(0);
    const seen = await storage.traces.trace(globalProject, datapoint.traceId);
    expect([seen?.spans.length, seen?.datapoints.length]).toEqual([1, 0]);
    const left = await storage.clickhouse.select(
      "verdicts left",
      "SELECT check FROM verdicts FINAL WHERE datapoint_id = {id:String}",
      { id: datapoint.id },
    );
    expect(left).toEqual([]);
  });
});

describe("a list", () => {
  test("walks newest first over all pages, each datapoint once, even at equal times", async () => {
    const project = asProjectId("paged");
    const now = Date.now();
    const traces = Array.from({ length: 25 }, (_, index) => ({
      ...storedTrace(
        { projectId: project, startedAt: now - Math.floor(index / 5) * 40 * 60_000 },
        { receivedAt: now - Math.floor(index / 5) * 40 * 60_000, judged: false },
      ),
      projectId: project,
    }));
    await storeTraces(storage.writer, traces);
    const ids: string[] = [];
    const times: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await storage.datapoints.list(project, all, always, { limit: 4, ...(cursor ? { cursor } : {}) });
      ids.push(...page.items.map(({ id }) => id));
      times.push(...page.items.map(({ startedAt }) => startedAt));
      cursor = page.nextCursor;
    } while (cursor);
    expect(new Set(ids).size).toBe(25);
    expect(ids.length).toBe(25);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const newest = await storage.datapoints.newest(project, all, always, 3);
    expect(newest.map(({ datapoint }) => datapoint.id)).toEqual(ids.slice(0, 3));
  });

  test("shows previews of at most 300 characters, which media there are, and no payload", async () => {
    const project = asProjectId("previews");
    const text = `start \n\n ${"🙂".repeat(400)}`;
    await storeTraces(storage.writer, [
      {
        ...storedTrace({
          input: [{ role: "user", parts: [{ type: "image" }, { type: "text", text }, { type: "audio" }] }],
        }),
        projectId: project,
      },
    ]);
    const [row] = (await storage.datapoints.list(project, all, always, { limit: 1 })).items;
    expect(row?.inputPreview.startsWith("start 🙂")).toBe(true);
    expect(row?.inputPreview.length).toBeLessThanOrEqual(300);
    expect(row?.outputPreview).toBe("I can't help with that.");
    expect(row?.media).toEqual(["image", "audio"]);
  });

  test("refuses a cursor that Gaffe did not issue", async () => {
    const listed = storage.datapoints.list(globalProject, all, always, { limit: 1, cursor: "nonsense" });
    await expect(listed).rejects.toMatchObject({ blame: "caller" });
  });
});

describe("hostile dates", () => {
  const inAnHour = Date.now() + 3_600_000;
  test.each([0, Date.UTC(1970, 5), inAnHour, Date.UTC(2036, 0), Date.UTC(2262, 0)])(
    "a call dated %d is filed under its arrival",
    async (startedAt) => {
      const project = asProjectId(`dated ${startedAt}`);
      const trace = storedTrace({ startedAt, endedAt: startedAt, flags: ["clock_skew"] });
      await storeTraces(storage.writer, [{ ...trace, projectId: project }]);
      const hour = { from: Date.now() - 3_600_000, to: Date.now() + 1000 };
      const { items } = await storage.datapoints.list(project, all, hour, { limit: 5 });
      expect(items.map((row) => row.startedAt)).toEqual([startedAt]);
      const [{ misdated, aheadMs } = { misdated: undefined, aheadMs: 0 }] = await storage.senders.lacking(
        project,
        hour,
      );
      expect(misdated).toEqual({ calls: 1, goesOn: true });
      expect(Math.sign(aheadMs)).toBe(Math.sign(startedAt - Date.now()));
    },
  );

  test("do not open separate partitions", async () => {
    const rows = await storage.clickhouse.select(
      "partitions",
      "SELECT DISTINCT partition FROM system.parts WHERE active AND database = currentDatabase() AND partition != 'tuple()'",
    );
    // Named by their Mondays: this week's, and last week's in the first hours of a week.
    const agesMs = rows.map((row) => Date.now() - Date.parse((row as { partition: string }).partition));
    expect(agesMs).not.toEqual([]);
    expect(agesMs.filter((ageMs) => ageMs < 0 || ageMs > 15 * 86_400_000)).toEqual([]);
  });
});

test("missing data is reported as long as the newest call lacks it, and spans are reported by source", async () => {
  const project = asProjectId("senders");
  const now = Date.now();
  const range = { from: now - 3_600_000, to: now + 1000 };
  const call = (service: string, agoMs: number, flags: readonly Flag[]) => ({
    ...storedTrace({ service, startedAt: now - agoMs, flags }),
    projectId: project,
  });
  await storeTraces(storage.writer, [
    call("fixed", 300_000, ["content_missing", "partial"]),
    call("fixed", 200_000, []),
    call("silent", 300_000, []),
    call("silent", 200_000, ["content_missing", "partial"]),
    call("silent", 1000, ["partial"]),
  ]);
  const lackingByService = new Map(
    (await storage.senders.lacking(project, range)).map(({ service, ...rest }) => [service, rest]),
  );
  expect(lackingByService.get("fixed")).toMatchObject({
    withoutContent: { calls: 1, goesOn: false },
    withoutSpan: { calls: 1, goesOn: false },
  });
  expect(lackingByService.get("silent")).toMatchObject({
    withoutContent: { calls: 1, goesOn: false },
    withoutSpan: { calls: 1, goesOn: true },
  });
  expect(await storage.datapoints.count(project, all, range)).toBe(5);
  expect(await storage.datapoints.countSampled(project, all, range, { share: 0.5, mostPerMinute: 9 })).toBe(2.5);
  expect(await storage.datapoints.countSampled(project, all, range, { share: 1, mostPerMinute: 1 })).toBe(3);
  const spans = await storage.senders.spansOf(project, range);
  expect(spans.filter(({ signal }) => signal === "spans")).toEqual([{ signal: "spans", service: "shop", count: 5 }]);
});

describe("issues", () => {
  test("count distinct datapoints and users, and page their occurrences", async () => {
    const project = asProjectId("issues");
    const issue = issueId(project, ["x"]);
    const traces = Array.from({ length: 5 }, (_, index) => {
      const trace = storedTrace({ userId: `u${index % 2}`, startedAt: Date.now() - index * 1000 });
      const stored = only(trace);
      return {
        ...trace,
        projectId: project,
        datapoints: [
          {
            ...stored,
            findings: [{ ...finding(stored.datapoint), retries: index, projectId: project, issueId: issue }],
          },
        ],
      };
    });
    await storeTraces(storage.writer, traces);
    await storeTraces(storage.writer, traces, { version: 2 });
    expect((await storage.findings.counts(project, [{ id: issue, mergedIds: [] }])).get(issue)).toMatchObject({
      occurrences: 5,
      usersAffected: 2,
      sessionsAffected: 0,
      retried: 4,
      mostRetries: 4,
    });
    const first = await storage.findings.occurrences(project, { id: issue, mergedIds: [] }, { limit: 3 });
    const second = await storage.findings.occurrences(
      project,
      { id: issue, mergedIds: [] },
      { limit: 3, cursor: first.nextCursor ?? "" },
    );
    expect([...first.items, ...second.items].map(({ datapoint }) => datapoint.id)).toEqual(
      traces.map((trace) => only(trace).datapoint.id),
    );
    expect(second.nextCursor).toBeUndefined();
  });
});

describe("issue statistics", () => {
  const project = asProjectId("figures");
  const [one, other] = [issueId(project, ["one"]), issueId(project, ["other"])];
  const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000;
  const minute = 60_000;
  const range = { from: start - minute, to: start + 120 * minute };
  const flagged = (at: number, issue: typeof one | undefined, change: object = {}) => {
    const trace = storedTrace({ startedAt: at, ...change }, { receivedAt: at });
    const stored = only(trace);
    const findings = issue ? [{ ...finding(stored.datapoint), projectId: project, issueId: issue }] : [];
    return { ...trace, projectId: project, datapoints: [{ ...stored, findings }] };
  };
  const groups = [one, other].map((id) => ({ id, mergedIds: [] }));

  beforeAll(async () => {
    const traces = [
      ...[0, 1, 2, 30, 31].map((at) => flagged(start + at * minute, one, { release: "2", requestModel: "a" })),
      ...[3, 90].map((at) => flagged(start + at * minute, other, { release: "2", requestModel: "a" })),
      ...[4, 5, 6].map((at) =>
        flagged(start + at * minute, undefined, { release: "1", metadata: new Map([["tenant", "north"]]) }),
      ),
    ];
    await storeTraces(storage.writer, traces);
    // Stored again in another batch: no count changes.
    await storeTraces(storage.writer, traces, { version: 2 });
  });

  test("the densest time window is found, of calls after a time and of merged issues", async () => {
    const densest = async (issues: readonly object[]) => {
      const requests = issues.map((issue) => ({ since: 0, mergedIds: [], id: one, ...issue }));
      const found = await storage.issueStatistics.densest(project, requests, { ...range, withinMs: 10 * minute });
      return requests.map(({ id }) => found.get(id)?.occurrences);
    };
    expect(await densest([{}, { id: other }])).toEqual([3, 1]);
    expect(await densest([{ since: start + 2 * minute }])).toEqual([2]);
    expect(await densest([{ mergedIds: [other] }])).toEqual([4]);
    expect(await densest([{ since: start + 300 * minute }])).toEqual([undefined]);
  });

  test("a trend counts per step, merged issues together", async () => {
    const steps = { from: start, stepMs: 30 * minute, count: 4 };
    expect(await storage.findings.trend(project, groups, steps)).toEqual(
      new Map([
        [one, [3, 2, 0, 0]],
        [other, [1, 0, 0, 1]],
      ]),
    );
    const merged = [{ id: one, mergedIds: [other] }];
    expect(await storage.findings.trend(project, merged, steps)).toEqual(new Map([[one, [4, 2, 0, 1]]]));
    expect((await storage.findings.counts(project, merged)).get(one)?.occurrences).toBe(7);
    const page = await storage.findings.occurrences(project, { id: one, mergedIds: [other] }, { limit: 9 });
    expect(page.items).toHaveLength(7);
  });

  test("a monitor's verdicts are counted by state, reason and hour, once for each repeated delivery", async () => {
    const broken = flagged(start + 60 * minute, undefined);
    const stored = only(broken);
    const verdicts = stored.verdicts.map((verdict) => ({
      ...verdict,
      state: "broken" as const,
      reason: "took too long",
    }));
    await storeTraces(storage.writer, [{ ...broken, datapoints: [{ ...stored, verdicts }] }]);
    const later = flagged(start + 61 * minute, undefined);
    const reason = overLimitReason(60);
    const skipped = only(later).verdicts.map((verdict) => ({ ...verdict, state: "skipped" as const, reason }));
    const over = { ...later, datapoints: [{ ...only(later), monitorIds: [], verdicts: skipped }] };
    await storeTraces(storage.writer, [over]);
    const day = { from: start - 60 * minute, to: start + 180 * minute };
    const m1 = asMonitorId("m1");
    const totals = (await storage.monitorStatistics.totals(project, day)).get(m1);
    expect(totals).toMatchObject({ verdicts: { failed: 10, passed: 10, broken: 2, skipped: 2 }, costUsd: 0 });
    expect(totals).toMatchObject({ datapoints: 11, overLimit: 1 });
    expect(totals?.broken).toEqual([
      { check: "is_json", reason: "took too long", count: 1 },
      { check: "model_refusal", reason: "took too long", count: 1 },
    ]);
    expect(totals?.hourly).toEqual([
      { evaluated: 0, failed: 0 },
      { evaluated: 9, failed: 9 },
      { evaluated: 2, failed: 1 },
      { evaluated: 0, failed: 0 },
    ]);
    expect((await storage.monitorStatistics.lastMatched(project, day)).get(m1)).toBe(start + 90 * minute);
    const superseded = [broken, over].map((trace) => {
      const { datapoint, verdicts: storedVerdicts } = only(trace);
      return { ...trace, datapoints: [], superseded: [{ ...datapoint, verdicts: storedVerdicts }] };
    });
    await storeTraces(storage.writer, superseded, { version: 3 });
  });

  test("what a monitor matched, releases, and the values inside and outside of an issue", async () => {
    const monitor = asMonitorId("m1");
    expect(await storage.issueStatistics.matched(project, monitor, range)).toBe(10);
    expect(await storage.issueStatistics.matched(project, asMonitorId("none"), range)).toBe(0);
    expect(await storage.issueStatistics.releases(project, range)).toEqual(["2", "1"]);
    const { inside, outside, values } = await storage.issueStatistics.contrast(
      project,
      { id: one, mergedIds: [] },
      { ...range, monitor, sample: 1000 },
    );
    expect([inside, outside]).toEqual([5, 5]);
    expect(values).toContainEqual({ field: "release", value: "2", inside: 5, outside: 2 });
    expect(values).toContainEqual({ field: "model", value: "a", inside: 5, outside: 2 });
    expect(values.map(({ field }) => field)).not.toContain("attr.gen_ai.system");
    const north = await storage.issueStatistics.contrast(
      project,
      { id: other, mergedIds: [] },
      { ...range, monitor, sample: 4 },
    );
    expect(north.inside + north.outside).toBe(4);
  });
});

test("rows are stored while a newer version has added columns to every table", async () => {
  await using shared = await openTestStorage();
  const alter = (what: string) =>
    Promise.all(
      expiringTables.map((table) =>
        shared.clickhouse.command("alter", `ALTER TABLE ${table} ${what} COLUMN newer String`),
      ),
    );
  await alter("ADD");
  const trace = storedTrace({ requestModel: "gpt-4o" });
  const bytes = new Uint8Array([1]);
  await storeTraces(shared.writer, [{ ...trace, media: [{ sha256: "ef".repeat(32), mediaType: "image/png", bytes }] }]);
  const found = await shared.datapoints.get(globalProject, only(trace).datapoint.id);
  expect(found).toMatchObject({ datapoint: { requestModel: "gpt-4o" } });
  expect((await shared.media.medium(globalProject, "ef".repeat(32)))?.bytes).toEqual(bytes);
});

test("columns are named as the tables have them", async () => {
  for (const table of expiringTables) {
    const rows = await storage.clickhouse.select(
      "read columns",
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
       AND default_kind != 'MATERIALIZED' ORDER BY position`,
      { table },
    );
    expect(columnsOf(table)).toEqual(rows.map((row) => (row as { name: string }).name));
  }
});

describe("media", () => {
  test("are stored once by content and come back as bytes", async () => {
    const bytes = new Uint8Array([0, 1, 2, 255]);
    const medium = { sha256: "ab".repeat(32), mediaType: "image/png", bytes };
    await storeTraces(storage.writer, [{ ...storedTrace(), media: [medium, medium] }]);
    expect(await storage.media.medium(globalProject, medium.sha256)).toEqual({ mediaType: "image/png", bytes });
    expect(await storage.media.medium(globalProject, "cd")).toBeUndefined();
  });
});

describe("bounds", () => {
  test.each([
    ["timeout", "SELECT sum(length(SHA512(toString(number)))) FROM numbers(100000000)"],
    ["too_much", "SELECT groupArray(repeat('x', 1000000 + number)) FROM numbers(100000)"],
    ["too_much", "SELECT number FROM numbers(200000)"],
  ])("a read that costs too much is a Failure: %s", async (reason, sql) => {
    const read = storage.clickhouse.select("a costly read", sql, {}, { seconds: 2 });
    await expect(read).rejects.toMatchObject({ blame: "dependency", facts: { reason } });
  });

  test("a statement that is wrong is our defect", async () => {
    await expect(storage.clickhouse.select("nonsense", "SELECT nothing")).rejects.toMatchObject({ blame: "defect" });
  });

  test("rows that do not parse are our defect and leave nothing behind", async () => {
    const before = await count();
    const broken = storage.writer.insert({ table: "datapoints", rows: 1, bytes: new Uint8Array([1, 2, 3]) });
    await expect(broken).rejects.toMatchObject({ blame: "defect" });
    expect(await count()).toBe(before);
  });
});
