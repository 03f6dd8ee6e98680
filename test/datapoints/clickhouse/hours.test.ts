import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { querySql } from "../../../src/datapoints/clickhouse/query-sql.ts";
import { bucketsOf } from "../../../src/datapoints/lists/buckets.ts";
import { datapointFields, requireQuery } from "../../../src/datapoints/query/index.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { derivedTables } from "../../../src/storage/clickhouse/tables.ts";
import { storedTrace, storeTraces } from "../../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../../support/engines/clickhouse.ts";

const hourMs = 3_600_000;
/** Two days that end in the middle of an hour. */
const to = Math.floor(Date.now() / hourMs) * hourMs - hourMs / 2;
const range = { from: to - 48 * hourMs, to };
const buckets = bucketsOf(range, 24);
const queries = ["", "model:(a OR b) -env:staging", "status:error OR provider:openai OR release:1*"];

let storage: TestStorage;
const scope = (q = "") => ({
  project: globalProject,
  query: requireQuery(q, { now: to, fields: datapointFields }),
  range,
});
const call = (hoursAgo: number, change: Parameters<typeof storedTrace>[0], judged = false) => {
  const startedAt = to - hoursAgo * hourMs - 60_000;
  return storedTrace({ startedAt, ...change }, { receivedAt: startedAt + 5000, judged });
};
const plain = call(20, { requestModel: "b", environment: "staging" });
const vanishing = call(30, { requestModel: "gone", provider: "openai" });

/**
 * Returns everything that rollups are used for. A condition that is always true and not in rollups forces
 * reading the rows.
 */
async function metricsOf(claim: "" | "-tag:nosuch") {
  const { overview } = storage;
  const metrics: unknown[] = [];
  for (const q of queries) {
    const matchingScope = scope(q === "" ? claim : `(${q}) ${claim}`);
    metrics.push([
      q,
      await overview.histogram(matchingScope, buckets),
      await overview.usage(matchingScope, buckets),
      await overview.usage(matchingScope, buckets, "model"),
      await overview.latencies(matchingScope, buckets),
      await overview.facet(matchingScope, "model", 10),
      await overview.facet(matchingScope, "status", 10),
      await overview.facet(matchingScope, "env", 10),
    ]);
  }
  return metrics;
}

/** Makes everything appear stored and computed ten minutes earlier. */
async function settle(): Promise<void> {
  for (const table of derivedTables)
    for (const sql of [
      `CREATE TABLE aged ENGINE = Memory AS SELECT * REPLACE (version - 600000000 AS version) FROM ${table}`,
      `TRUNCATE TABLE ${table}`,
      `INSERT INTO ${table} SELECT * FROM aged`,
      "DROP TABLE aged",
    ])
      await storage.clickhouse.command("let time pass", sql);
}

const checks = () => storage.overview.checkResults(globalProject, range, buckets);

beforeAll(async () => {
  storage = await openTestStorage({ compile: querySql });
  const usage = { usage: { inputTokens: 10, outputTokens: 5 }, cost: { usd: 0.5, complete: true } };
  const traces = [
    call(1, { requestModel: "a", provider: "openai", timeToFirstTokenMs: 40, ...usage }),
    call(3, { requestModel: "a", responseModel: "a-2", durationMs: 90, release: "1.2" }, true),
    call(3, { requestModel: "a", error: { type: "timeout" } }, true),
    call(25, { requestModel: "b", durationMs: 4000, release: "2.0" }),
    call(47.7, { requestModel: "a" }, true),
    plain,
    vanishing,
  ];
  await storeTraces(storage.writer, traces);
  await storeTraces(storage.writer, traces, { version: 2 });
});
afterAll(() => storage[Symbol.asyncDispose]());

describe("hourly rollups", () => {
  test("are those of the rows before they are worked out, and nothing is worked out of what may still be coming", async () => {
    expect(await storage.hours.run()).toBe(0);
    expect(await metricsOf("")).toEqual(await metricsOf("-tag:nosuch"));
  });

  test("are those of the rows once they are worked out, and are worked out once", async () => {
    const before = await checks();
    await settle();
    expect(await storage.hours.run()).toBeGreaterThan(0);
    expect(await storage.hours.run()).toBe(0);
    expect(await metricsOf("")).toEqual(await metricsOf("-tag:nosuch"));
    expect(await checks()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
  });

  test("reflect late, superseded and deleted data immediately and after recomputation", async () => {
    const late = call(20, { requestModel: "late", environment: "production" });
    await storeTraces(storage.writer, [late]);
    const [gone] = vanishing.datapoints;
    const [erased] = plain.datapoints;
    if (!gone || !erased) throw new Error("no datapoints");
    const { id, startedAt } = gone.datapoint;
    await storeTraces(storage.writer, [{ ...vanishing, datapoints: [], superseded: [{ id, startedAt }] }], {
      version: 3,
    });
    await storage.eraser.erase(globalProject, { kind: "traces", traceIds: [erased.datapoint.traceId] });
    const { values } = await storage.overview.facet(scope(), "model", 10);
    expect(values.map(({ value }) => value).sort()).toEqual(["a", "a-2", "b", "late"]);
    const rows = await metricsOf("-tag:nosuch");
    expect(await metricsOf("")).toEqual(rows);
    await settle();
    expect(await storage.hours.run()).toBeGreaterThan(0);
    expect(await metricsOf("")).toEqual(rows);
  });

  test("are read instead of the rows", async () => {
    const before = await metricsOf("");
    const whole = { from: range.from + hourMs / 2, to: range.to - hourMs / 2 };
    await storage.clickhouse.command(
      "lose the calls of whole hours",
      `ALTER TABLE datapoints DELETE WHERE at >= fromUnixTimestamp64Milli(${whole.from}) AND at < fromUnixTimestamp64Milli(${whole.to})
       SETTINGS mutations_sync = 2`,
    );
    expect(await metricsOf("")).toEqual(before);
  });
});
