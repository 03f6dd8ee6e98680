import { afterAll, beforeAll, expect, test } from "vitest";
import { addedColumns } from "../../../src/app/clickhouse/migrations/added-columns.ts";
import { querySql } from "../../../src/datapoints/clickhouse/query-sql.ts";
import { DatapointDetail, DatapointRow } from "../../../src/datapoints/contract/datapoint.ts";
import { datapointJson } from "../../../src/datapoints/contract/datapoint-json.ts";
import type { CallError, Datapoint } from "../../../src/datapoints/datapoint.ts";
import { storedEntries } from "../../../src/datapoints/fields/catalogue.ts";
import { columnOf, columnTypes, type StoredField } from "../../../src/datapoints/fields/stored-field.ts";
import { createMatcher, matchable, type Query, type Value } from "../../../src/datapoints/query/index.ts";
import { rowJson } from "../../../src/datapoints/routes/row-json.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { migrate } from "../../../src/storage/clickhouse/migrate.ts";
import { storedTrace, storeTraces } from "../../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../../support/engines/clickhouse.ts";

const now = Date.now();
const values = new Map(storedEntries.map(([key, field], index) => [key, valueFor(key, field, index)]));
const trace = storedTrace(everyField(), { judged: false });
const datapoint = trace.datapoints[0]?.datapoint as Datapoint;
let storage: TestStorage;

beforeAll(async () => {
  storage = await openTestStorage({ compile: querySql });
  await storeTraces(storage.writer, [trace, storedTrace({ sessionId: "other" }, { judged: false })]);
});
afterAll(() => storage[Symbol.asyncDispose]());

test("columns have the types of the catalogue", async () => {
  const columns = await typesOfColumns();
  for (const [key, { kind }] of storedEntries)
    expect([key, columns.get(columnOf(key))]).toEqual([key, columnTypes[kind].replace(/ CODEC\(.*\)$/, "")]);
});

test("a datapoint and its row have every field at its place, and the API's schema accepts them", async () => {
  const stored = await storage.datapoints.get(globalProject, datapoint.id);
  expect(stored?.datapoint).toEqual(datapoint);
  const detail = { ...datapointJson(datapoint), verdicts: [], feedback: [], monitors: [] };
  expect(DatapointDetail.parse(detail)).toEqual(detail);
  const { items } = await storage.datapoints.list(
    globalProject,
    { kind: "all" },
    { from: 0, to: now * 2 },
    { limit: 9 },
  );
  const row = rowJson(items.find(({ id }) => id === datapoint.id) ?? expect.fail("not listed"));
  expect(DatapointRow.parse(row)).toEqual(row);
  for (const [key, { isListed, kind, path }] of storedEntries) {
    const value = kind === "time" ? new Date(Number(values.get(key))).toISOString() : values.get(key);
    const place: object = isListed && path?.[0] === "usage" ? row.usage : row;
    if (isListed) expect([key, Reflect.get(place, key)]).toEqual([key, value]);
    else expect(row).not.toHaveProperty(key);
  }
});

test.each(storedEntries.filter(([, { query }]) => query))(
  "$0 is found by the query language, in memory and in ClickHouse",
  async (key, { query }) => {
    const filter: Query = {
      kind: "filter",
      field: query?.key ?? "",
      op: ":",
      values: [queryValue(values.get(key))],
      range: { start: 0, end: 0 },
    };
    const wanted: Query = { kind: "and", of: [filter, filterOf("session", String(values.get("sessionId")))] };
    expect(createMatcher(wanted)(matchable(datapoint))).toBe(true);
    expect(await storage.datapoints.count(globalProject, wanted, { from: 0, to: now * 2 })).toBe(1);

    function queryValue(value: unknown): Value {
      if (query?.type === "time") return { kind: "time", at: Number(value), until: Number(value) + 1, text: "" };
      if (typeof value === "number") return { kind: "number", value, text: "" };
      return { kind: "word", text: String(Array.isArray(value) ? value[0] : value) };
    }
  },
);

test("a field of a later release gets its column in tables of an earlier one", async () => {
  const steps = addedColumns([["laterField", { kind: "optionalNumber", read: () => undefined, since: 1000 }]]);
  await migrate({ clickhouse: storage.clickhouse, steps, retentionDays: 90, fsync: true });
  expect((await typesOfColumns()).get("later_field")).toBe("Nullable(Float64)");
});

test("a field that the first release did not have names the migration that adds its column", () => {
  expect(storedEntries.flatMap(([key, { since }]) => (since === undefined ? [columnOf(key)] : []))).toEqual(
    `trace_id span_id parent_span_id span_ids source convention operation started_at ended_at duration_ms
     time_to_first_token_ms streaming provider request_model response_model response_id finish_reasons input_tokens
     output_tokens cache_read_tokens cache_write_tokens reasoning_tokens cost_usd cost_complete error_type
     error_provider_type error_code error_status error_message session_id user_id service environment release tags
     flags`.split(/\s+/),
  );
});

async function typesOfColumns(): Promise<ReadonlyMap<string, string>> {
  const rows = await storage.clickhouse.select(
    "read columns",
    "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'datapoints'",
  );
  return new Map((rows as readonly { name: string; type: string }[]).map(({ name, type }) => [name, type]));
}

function filterOf(field: string, text: string): Query {
  return { kind: "filter", field, op: ":=", values: [{ kind: "word", text }], range: { start: 0, end: 0 } };
}

function everyField(): Partial<Datapoint> {
  const made: Record<string, unknown> = {};
  for (const [key, { path: [group, inner] = [key] }] of storedEntries)
    if (inner === undefined) made[group] = values.get(key);
    else made[group] = { ...(made[group] as object | undefined), [inner]: values.get(key) };
  return { ...made, ...computedFields(made["error"] as CallError) };
}

/** Returns fields without a separate column, or with a computed one. */
function computedFields(error: CallError): Partial<Datapoint> {
  return {
    error: { ...error, stack: "Error: broken\n    at lookup (/app/src/tools.ts:7:3)" },
    failedSteps: [{ spanId: "b7ad6b7169203331", kind: "tool", name: "lookup", error: { type: "tool_failed" } }],
    params: {
      temperature: 0.2,
      maxTokens: 512,
      stop: ["\u2028\u007f/", 'a "b"'],
      responseFormat: { type: "json_schema", schema: { temperature: { type: "number" } } },
      reasoningLevel: "high",
      parallelToolCalls: false,
    },
  };
}

function valueFor(key: string, { kind, values: [first] = [] }: StoredField, index: number): unknown {
  switch (kind) {
    case "number":
    case "optionalNumber":
      return index + 1;
    case "optionalBoolean":
      return true;
    case "texts":
    case "words":
      return [first ?? `a ${key}`];
    case "time":
      return now - 1000;
    default:
      return first ?? `a ${key}`;
  }
}
