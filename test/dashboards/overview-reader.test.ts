import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOverviewReader } from "../../src/dashboards/readers/overview.ts";
import { querySql } from "../../src/datapoints/clickhouse/query-sql.ts";
import { bucketsOf } from "../../src/datapoints/lists/buckets.ts";
import type { DatapointRow, SearchedPage } from "../../src/datapoints/ports/datapoint-reader.ts";
import { datapointFields, requireQuery } from "../../src/datapoints/query/index.ts";
import { createDatapointReader } from "../../src/datapoints/readers/datapoints.ts";
import type { TimedReaderDependencies } from "../../src/datapoints/readers/reads.ts";
import { idAt } from "../../src/datapoints/traces/trace-tree.ts";
import type { Verdict } from "../../src/datapoints/verdicts/verdict.ts";
import { Failure } from "../../src/platform/failure.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { storedTrace, storeTraces } from "../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../support/engines/clickhouse.ts";

const minuteMs = 60_000;
/** The start of an hour, so that buckets of minutes start with the calls. */
const from = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
const range = { from, to: from + 10 * minuteMs };
let storage: TestStorage;

const priced = (verdict: Verdict): Verdict =>
  verdict.check === "model_refusal" ? { ...verdict, costUsd: 0.002 } : verdict;

const scope = (q = "") => ({
  project: globalProject,
  query: requireQuery(q, { now: from, fields: datapointFields }),
  range,
});

beforeAll(async () => {
  storage = await openTestStorage({ compile: querySql });
  // Minute 0: one plain, one failing, one failed call. Minute 5: another model, with usage. One before the
  // range.
  const call = (minute: number, second: number, change: Parameters<typeof storedTrace>[0], judged = false) => {
    const startedAt = from + minute * minuteMs + second * 1000;
    return storedTrace({ startedAt, ...change }, { receivedAt: startedAt + 5000, judged });
  };
  const usage = { usage: { inputTokens: 10, outputTokens: 5 }, cost: { usd: 0.5, complete: true }, durationMs: 4000 };
  const session = { sessionId: "s1", userId: "u1" };
  const traces = [
    call(0, 1, { requestModel: "a", tags: ["x", "y"], ...session }),
    call(0, 2, { requestModel: "a", tags: ["x"], ...session }, true),
    call(0, 3, { requestModel: "a", error: { type: "timeout" } }),
    call(5, 0, { requestModel: "b", sessionId: "s2", ...usage }),
    call(-1, 0, { requestModel: "c" }, true),
  ];
  const judged = traces[1]?.datapoints[0];
  if (judged) traces[1] = { ...traces[1]!, datapoints: [{ ...judged, verdicts: judged.verdicts.map(priced) }] };
  await storeTraces(storage.writer, traces);
  // Simulates a repeated delivery under another token with another version.
  await storeTraces(storage.writer, traces, { version: 2 });
});
afterAll(() => storage[Symbol.asyncDispose]());

describe("aggregates next to a list", () => {
  test("the histogram has a bucket for every minute, and no call twice", async () => {
    const buckets = bucketsOf(range, 11);
    const outcomes = await storage.overview.histogram(scope(), buckets);
    expect(outcomes).toHaveLength(10);
    expect(outcomes[0]).toEqual({ ok: 1, failing: 1, error: 1 });
    expect(outcomes[5]).toEqual({ ok: 1, failing: 0, error: 0 });
    const sum = outcomes.reduce((all, { ok, failing, error }) => all + ok + failing + error, 0);
    expect(sum).toBe(await storage.datapoints.count(globalProject, scope().query, range));
  });

  test.each([
    ["model", "", { a: 3, b: 1 }],
    ["tag", "", { x: 2, y: 1 }],
    ["status", "", { ok: 3, error: 1 }],
    ["check", "", { model_refusal: 1 }],
    ["check", "model:b", {}],
    ["model", "is:error", { a: 1 }],
  ] as const)("the facet %s of %j counts %j", async (field, q, counts) => {
    const { values, hasMore } = await storage.overview.facet(scope(q), field, 10);
    expect(Object.fromEntries(values.map(({ value, count }) => [value, count]))).toEqual(counts);
    expect(hasMore).toBe(false);
  });

  test("a facet reports when there are more values than it lists", async () => {
    expect(await storage.overview.facet(scope(), "model", 1)).toEqual({
      values: [{ value: "a", count: 3 }],
      hasMore: true,
    });
  });

  test("usage is summed by time and split by a field; unreported values are absent", async () => {
    const buckets = bucketsOf(range, 11);
    const rows = await storage.overview.usage(scope(), buckets, "model");
    expect(
      rows.map(({ bucket, name, calls, errors, inputTokens, costUsd }) => [
        bucket,
        name,
        calls,
        errors,
        inputTokens,
        costUsd,
      ]),
    ).toEqual([
      [0, "a", 3, 1, undefined, undefined],
      [5, "b", 1, 0, 10, 0.5],
    ]);
    expect(rows[1]?.latencyP95Ms).toBe(4000);
    const [whole] = await storage.overview.usage(scope(), buckets);
    expect(whole).toMatchObject({ bucket: 0, calls: 3, failing: 1 });
  });

  test("latencies fall into steps of half a power of two", async () => {
    const cells = await storage.overview.latencies(scope("model:b"), bucketsOf(range, 11));
    expect(cells).toEqual([{ bucket: 5, step: 23, calls: 1 }]);
  });

  test("verdicts are counted by check and state", async () => {
    const results = await storage.overview.checkResults(globalProject, range, bucketsOf(range, 1));
    expect(results.map(({ check, states }) => [check, states])).toEqual([
      ["is_json", { passed: 1 }],
      ["model_refusal", { failed: 1 }],
    ]);
  });

  test("what judged verdicts cost is summed by check, each verdict once", async () => {
    const costs = await storage.checkCosts.costs(globalProject, range);
    expect(costs).toEqual([{ check: "model_refusal", verdicts: 1, costUsd: 0.002 }]);
  });
});

describe("sessions", () => {
  test("are listed with all their calls, most recently active first", async () => {
    const { items } = await storage.callSessions.list(scope(), { limit: 10 });
    expect(items.map(({ id, calls, failing, traces }) => [id, calls, failing, traces])).toEqual([
      ["s2", 1, 0, 1],
      ["s1", 2, 1, 2],
    ]);
  });

  test("are listed with all calls when one call matches, and the next page continues where the last one ended", async () => {
    expect((await storage.callSessions.list(scope("tag:y"), { limit: 10 })).items).toMatchObject([
      { id: "s1", calls: 2 },
    ]);
    const first = await storage.callSessions.list(scope(), { limit: 1 });
    const second = await storage.callSessions.list(scope(), { limit: 1, cursor: first.nextCursor ?? "" });
    expect([first, second].map(({ items }) => items[0]?.id)).toEqual(["s2", "s1"]);
    expect(second.nextCursor).toBeUndefined();
  });

  test("are found by their id", async () => {
    expect(await storage.callSessions.get(globalProject, "s1")).toMatchObject({
      calls: 2,
      userId: "u1",
      sources: ["otlp"],
    });
    expect(await storage.callSessions.get(globalProject, "nosuch")).toBeUndefined();
  });
});

describe("another order than the newest first", () => {
  test.each(["oldest", "slowest", "costliest", "longest"] as const)("%s first, page by page", async (order) => {
    const list = (limit: number, cursor?: string) =>
      storage.datapoints.list(globalProject, scope().query, range, { limit, order, ...(cursor ? { cursor } : {}) });
    const whole = (await list(10)).items.map(({ id }) => id);
    const paged: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const page = await list(1, cursor);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(4);
  });

  test("the slowest is first", async () => {
    const { items } = await storage.datapoints.list(globalProject, scope().query, range, {
      limit: 1,
      order: "slowest",
    });
    expect(items[0]?.requestModel).toBe("b");
  });

  test.each(["oldest", "slowest"] as const)("%s first, of what a check failed", async (order) => {
    const failed = scope("check.model_refusal:fail").query;
    const { items } = await storage.datapoints.list(globalProject, failed, range, { limit: 5, order });
    expect(items.map(({ verdicts }) => verdicts.failed)).toEqual([1]);
  });

  describe("of calls of the same moment that are the same", () => {
    const startedAt = from - 40 * minuteMs;
    const moment = { from: startedAt - 1000, to: startedAt + 1000 };
    const alike = Array.from({ length: 7 }, (_, index) =>
      storedTrace({ startedAt: startedAt - (index === 6 ? 1 : 0) }, { receivedAt: startedAt + 5000, judged: false }),
    );
    const ids = alike.map(({ datapoints: [stored] }) => stored?.datapoint.id ?? "");
    const [others, sooner] = [ids.slice(0, -1).sort(), ids.at(-1)];

    beforeAll(() => storeTraces(storage.writer, alike));

    test.each(["oldest", "slowest", "costliest", "longest"] as const)(
      "%s first, each is listed once",
      async (order) => {
        const listed: string[] = [];
        for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
          const page = { limit: 2, order, ...(cursor === undefined ? {} : { cursor }) } as const;
          const { items, nextCursor } = await storage.datapoints.list(globalProject, scope().query, moment, page);
          listed.push(...items.map(({ id }) => id));
          cursor = nextCursor;
        }
        expect(listed).toEqual(order === "oldest" ? [sooner, ...others] : [...others.toReversed(), sooner]);
      },
    );
  });
});

test("arrivals are listed by arrival time, with their total count", async () => {
  const all = scope().query;
  const since = { since: 1, now: Date.now() };
  const { items, among, until } = await storage.datapoints.arrived(globalProject, all, since, 2);
  expect([items.length, among, until]).toEqual([2, 5, 2]);
  expect(await storage.datapoints.arrived(globalProject, all, { ...since, since: 2 }, 2)).toEqual({
    items: [],
    among: 0,
    until: 2,
  });
});

test("a trace is outlined without what its spans carry, and one span is shown whole", async () => {
  const trace = storedTrace({
    requestModel: "outlined",
    attributes: new Map([
      ["gen_ai.system", "openai" as never],
      ["gen_ai.tool.call.id", "call_1" as never],
    ]),
  });
  await storeTraces(storage.writer, [trace]);
  const [stored] = trace.datapoints;
  if (!stored) throw new Error("no datapoint");
  const { traceId, spanId, id } = stored.datapoint;
  const outline = await storage.traceOutlines.outline(globalProject, traceId);
  if (!outline) throw new Error("no outline");
  expect(outline).toMatchObject({ total: 1, services: ["shop"] });
  expect(idAt(outline.skeleton, 0)).toBe(spanId);
  const spans = await storage.traceOutlines.spans(globalProject, traceId, [spanId]);
  expect(spans.get(spanId)).toMatchObject({ name: "chat gpt", service: "shop", datapointId: id });
  const calls = await storage.traceOutlines.calls(globalProject, outline.filed, [id]);
  expect(calls.get(id)?.requestModel).toBe("outlined");
  const found = (text: string) => storage.traceOutlines.found(globalProject, traceId, text, 10);
  expect([await found("CHAT g"), await found("chat_g")]).toEqual([[spanId], []]);
  expect(await storage.traceOutlines.toolRuns(globalProject, traceId)).toEqual([
    { callId: "call_1", spanId, durationMs: expect.closeTo(500, 3), status: "ok" },
  ]);
  expect(await storage.traceOutlines.toolRuns(globalProject, "nosuch")).toBeUndefined();
  const span = await storage.traceOutlines.span(globalProject, traceId, spanId);
  expect(span?.spans[0]?.span.attributes.get("gen_ai.system")).toBe("openai");
  expect(span?.logs).toHaveLength(1);
  expect(await storage.traceOutlines.outline(globalProject, "nosuch")).toBeUndefined();
});

test("a long text is read a stretch at a time, in whole characters", async () => {
  const text = `${"ä🙂".repeat(1000)}end`;
  const trace = storedTrace({
    input: [{ role: "user", parts: [{ type: "text", text }] }],
    attributes: new Map([["a/b", text as never]]),
  });
  await storeTraces(storage.writer, [trace]);
  const id = trace.datapoints[0]?.datapoint.id;
  if (!id) throw new Error("no datapoint");
  const page = (keys: readonly string[], offset: number, limit: number) =>
    storage.payloads.page(globalProject, id, keys, { offset, limit });
  const keys = ["input", "0", "parts", "0", "text"];
  expect(await page(keys, 1999, 3)).toEqual({ kind: "text", totalCharacters: 2003, text: "🙂en" });
  expect(await page(["attributes", "a/b"], 2000, 10)).toEqual({ kind: "text", totalCharacters: 2003, text: "end" });
  expect(await page(["input", "0", "role"], 0, 10)).toMatchObject({ text: "user" });
  expect(await page(["input", "0", "parts"], 0, 16)).toMatchObject({ kind: "json", text: '[{"type":"text",' });
  expect(await page(["input", "9"], 0, 10)).toBeUndefined();
  expect(await page(["secrets"], 0, 10)).toBeUndefined();
});

test("other orders use the current version of a call, not a replaced one", async () => {
  const earlier = { from: from - 20 * minuteMs, to: from - 10 * minuteMs };
  const startedAt = earlier.from + minuteMs;
  const called = (requestModel: string, change: Parameters<typeof storedTrace>[0]) =>
    storedTrace({ requestModel, startedAt, ...change }, { receivedAt: startedAt + 5000, judged: false });
  const first = [
    called("quickened", { durationMs: 9000 }),
    called("failed", { durationMs: 8000 }),
    called("middle", { durationMs: 2000 }),
    called("slowed", { durationMs: 1 }),
  ];
  await storeTraces(storage.writer, first);
  const again = (index: number, requestModel: string, change: Parameters<typeof storedTrace>[0]) => {
    const { traceId = "", spanId = "" } = first[index]?.datapoints[0]?.datapoint ?? {};
    return called(requestModel, { traceId, spanId, ...change });
  };
  const changed = [
    again(0, "quickened", { durationMs: 1000 }),
    again(1, "failed", { durationMs: 8000, error: { type: "timeout" } }),
    again(3, "slowed", { durationMs: 3000 }),
  ];
  await storeTraces(storage.writer, changed, { version: 2 });
  const { query } = scope("status:ok");
  const listed: (string | undefined)[] = [];
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = { limit: 2, order: "slowest", ...(cursor === undefined ? {} : { cursor }) } as const;
    const { items, nextCursor } = await storage.datapoints.list(globalProject, query, earlier, page);
    listed.push(...items.map(({ requestModel }) => requestModel));
    cursor = nextCursor;
  }
  expect(listed).toEqual(["slowed", "middle", "quickened"]);
});

describe("an order over weeks", () => {
  const dayMs = 24 * 60 * minuteMs;
  const weeks = { from: from - 24 * dayMs, to: from - dayMs };
  // Every fifth call has no cost and no tokens; the others have four sizes, so that most have equals in other
  // windows.
  const calls = Array.from({ length: 24 }, (_, place) => ({ place, size: (place * 7) % 5 }));

  beforeAll(() =>
    storeTraces(
      storage.writer,
      calls.map(({ place, size }) => {
        const startedAt = weeks.from + place * 0.9 * dayMs + 1000;
        const measured = { cost: { usd: size / 8, complete: true }, usage: { inputTokens: size, outputTokens: size } };
        return storedTrace(
          { requestModel: `${place}`, tags: [`${place}`], startedAt, durationMs: size, ...(size > 0 ? measured : {}) },
          { receivedAt: startedAt + 5000, judged: false },
        );
      }),
    ),
  );

  test.each(["slowest", "costliest", "longest"] as const)("%s first: of equal calls the newer", async (order) => {
    const listed: (string | undefined)[] = [];
    for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
      const page = { limit: 5, order, ...(cursor === undefined ? {} : { cursor }) } as const;
      const { items, nextCursor } = await storage.datapoints.list(globalProject, scope().query, weeks, page);
      listed.push(...items.map(({ requestModel }) => requestModel));
      cursor = nextCursor;
    }
    const expected = calls.toSorted((one, other) => other.size - one.size || other.place - one.place);
    expect(listed).toEqual(expected.map(({ place }) => `${place}`));
  });

  describe("in a slow engine that times out on three days in one read", () => {
    const engineLimit = { mostDays: 3 };
    const slow = (): TimedReaderDependencies => {
      let time = 0;
      return {
        clickhouse: { ...storage.clickhouse, select },
        compile: querySql,
        clock: () => (time += 150),
        readSeconds: 10,
      };
    };
    const select: TestStorage["clickhouse"]["select"] = async (doing, sql, params = {}, limits) => {
      const [begin = 0, end = 0] = [params["from"], params["to"]].map(Number);
      if ((end - begin) * 1000 > engineLimit.mostDays * dayMs)
        throw new Failure("dependency", "took too long", { reason: "timeout" });
      return storage.clickhouse.select(doing, sql, params, limits);
    };

    test("a search is answered in parts, the first of them empty, that make the whole", async () => {
      const { query } = scope("model:(0 OR 1)");
      const pages: SearchedPage<DatapointRow>[] = [];
      for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
        const page = { limit: 10, ...(cursor === undefined ? {} : { cursor }) };
        pages.push(await createDatapointReader(slow()).list(globalProject, query, weeks, page));
        cursor = pages.at(-1)?.nextCursor;
      }
      expect(pages[0]).toMatchObject({ items: [], searchedTo: expect.any(Number) });
      expect(pages.flatMap(({ items }) => items.map(({ requestModel }) => requestModel))).toEqual(["1", "0"]);
      const ends = pages.map(({ searchedTo = weeks.from }) => searchedTo);
      expect(ends).toEqual([...new Set(ends)].sort((one, other) => other - one));
      expect(pages.at(-1)).not.toHaveProperty("searchedTo");
    });

    test("a facet counts the newest part and reports its start; it is refused if no part can be counted", async () => {
      const wide = { ...scope(), range: weeks };
      const { values, since = 0 } = await createOverviewReader(slow()).facet(wide, "tag", 30);
      expect(since).toBeGreaterThan(weeks.from);
      const newest = calls.filter(({ place }) => weeks.from + place * 0.9 * dayMs + 1000 >= since);
      expect(values.map(({ value }) => value).sort()).toEqual(newest.map(({ place }) => `${place}`).sort());
      engineLimit.mostDays = 0;
      const none = createOverviewReader(slow()).facet(wide, "user", 30);
      await expect(none).rejects.toMatchObject({ facts: { reason: "timeout" } });
      const list = createDatapointReader(slow()).list(globalProject, wide.query, weeks, { limit: 10 });
      await expect(list).rejects.toMatchObject({ facts: { reason: "timeout" } });
    });
  });
});
