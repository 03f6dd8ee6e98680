import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "chdb";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrations } from "../../../src/app/clickhouse/migrations/index.ts";
import { querySql } from "../../../src/datapoints/clickhouse/query-sql.ts";
import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import { type Feedback, type Rating, ratingLabels, upFrom } from "../../../src/datapoints/feedback/feedback.ts";
import { feedbackRecord } from "../../../src/datapoints/feedback/feedback-record.ts";
import { createMatcher, type Matchable, matchable, printQuery } from "../../../src/datapoints/query/index.ts";
import { resendCount } from "../../../src/datapoints/retries.ts";
import { traceSpanOf } from "../../../src/datapoints/traces/evaluation-context.ts";
import type { Verdict } from "../../../src/datapoints/verdicts/verdict.ts";
import type { AttributeValue, Span } from "../../../src/otlp/span.ts";
import type { ProcessedTrace } from "../../../src/pipeline/ports/processed-trace.ts";
import { createRowEncoder } from "../../../src/pipeline/rows/encoder.ts";
import { asDatapointId, globalProject } from "../../../src/platform/ids.ts";
import { queries, subs, words } from "../../support/data/queries.ts";
import { spanOf } from "../../support/data/spans.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 1_000_000_000);
const noon = Date.UTC(2026, 5, 1, 12);
const from = "2026-06-01 00:00:00.000";
const to = "2026-06-02 00:00:00.000";

const text = fc.oneof(
  fc.constantFrom(...words, "gpt-4o-mini", "Where is my REFUND?", "x\ny"),
  fc.string({ unit: "grapheme", maxLength: 12 }).map((each) => each.toWellFormed().replaceAll("\0", "")),
);
const maybe = <Item>(value: fc.Arbitrary<Item>) => fc.option(value, { nil: undefined });
const number = fc.oneof(fc.constantFrom(0, 1, 0.5, 200, 404, 1500, 1e15, 1e300), fc.integer({ min: 0, max: 5000 }));
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.array(text, { maxLength: 2 }),
  fc.constantFrom<AttributeValue>(null, 12345678901234567890n, "1e3", "-2.50", "007"),
);
const message = (role: "system" | "user" | "assistant") =>
  text.map((each) => ({ role, parts: [{ type: "text" as const, text: each }] }));
const called = fc
  .constantFrom("lookup", "GPT", "a b")
  .map((name) => ({ role: "assistant" as const, parts: [{ type: "tool_call" as const, name, arguments: { q: 1 } }] }));

const spanAttributes = fc.array(fc.tuple(fc.constantFrom(...subs), value), { maxLength: 2 });

const facts = fc.record({
  traceId: fc.constantFrom("a1", "1", "GPT"),
  minute: fc.nat(120),
  source: fc.constantFrom("otlp" as const, "proxy" as const, "api" as const, "run" as const),
  operation: fc.constantFrom("chat" as const, "completion" as const, "embedding" as const),
  durationMs: number,
  timeToFirstTokenMs: maybe(number),
  streaming: maybe(fc.boolean()),
  provider: maybe(text),
  requestModel: maybe(text),
  responseModel: maybe(text),
  input: fc.array(fc.oneof(message("system"), message("user")), { maxLength: 3 }),
  output: fc.array(fc.oneof(message("assistant"), called), { maxLength: 2 }),
  finishReasons: fc.subarray(["stop", "length", "tool_calls"] as const),
  usage: fc.record({ inputTokens: number, outputTokens: number }, { requiredKeys: [] }),
  usd: maybe(number),
  error: maybe(
    fc.record(
      { type: fc.constantFrom("timeout" as const, "rate_limited" as const), code: text, status: number, message: text },
      { requiredKeys: ["type"] },
    ),
  ),
  sessionId: maybe(text),
  userId: maybe(text),
  service: maybe(text),
  environment: maybe(text),
  release: maybe(text),
  tags: fc.array(text, { maxLength: 2 }),
  metadata: fc.array(fc.tuple(fc.constantFrom(...subs), fc.oneof(text, number, fc.boolean())), { maxLength: 3 }),
  attributes: fc.array(fc.tuple(fc.constantFrom(...subs, "gen_ai.prompt.name", resendCount), value), { maxLength: 4 }),
  flags: fc.subarray(["truncated", "partial"] as const),
  params: fc.record(
    {
      temperature: number,
      topP: number,
      maxTokens: number,
      stop: fc.array(text, { maxLength: 2 }),
      reasoningLevel: text,
      parallelToolCalls: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  failedSteps: maybe(
    fc.array(
      text.map((name) => ({ spanId: "1", kind: "tool" as const, name, error: { type: "tool_failed" as const } })),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  around: fc.record({
    agent: spanAttributes,
    request: spanAttributes,
    tool: spanAttributes,
    resource: spanAttributes,
    scope: spanAttributes,
    scopeName: text,
    hasAgent: fc.boolean(),
  }),
  responseId: maybe(fc.constantFrom("r1", "r2")),
  feedback: fc.array(
    fc.record({
      of: fc.constantFrom("call" as const, "trace" as const, "response" as const, "agent" as const),
      name: fc.constantFrom("relevance", "user_feedback"),
      userId: maybe(fc.constantFrom("u1", "u2")),
      score: maybe(fc.oneof(number, fc.constantFrom(0, 0.4, 0.5, 1, -1))),
      label: maybe(fc.oneof(text, fc.constantFrom("correct", "Wrong", "👎"))),
      comment: maybe(text),
      removed: maybe(fc.constant(true as const)),
    }),
    { maxLength: 2 },
  ),
  verdict: maybe(
    fc.record({
      state: fc.constantFrom("passed" as const, "failed" as const, "broken" as const),
      value: maybe(number),
    }),
  ),
});

type Facts = typeof facts extends fc.Arbitrary<infer Item> ? Item : never;

const given = fc.sample(facts, { seed, numRuns: 200 }).map((each, index) => ({ each, id: `d${index}` }));
/** Spans by trace: of each call, with a tool next to it, and an agent and a request above it. */
const traces = new Map(
  [...Map.groupBy(given, ({ each }) => each.traceId)].map(([traceId, calls]) => [
    traceId,
    calls.flatMap(({ each, id }) => spansOf(each, id)),
  ]),
);
const traceSpans = new Map([...traces].map(([traceId, spans]) => [traceId, spans.map(traceSpanOf)]));
/** Every feedback record with what it is about, each a second after the one before. */
const records = given
  .flatMap(({ each, id }) => each.feedback.map((feedback) => ({ feedback, traceId: each.traceId, id })))
  .map(({ feedback, traceId, id }, index) => ({
    ...aboutOf(feedback, traceId, id),
    feedback,
    at: noon + index * 1000,
  }));
const currentFeedback = new Map(
  records.map((one) => [JSON.stringify([one.target, one.feedback.name, one.feedback.userId]), one]),
);
const items = given.map(({ each, id }) => itemOf(each, id));
const folder = temporaryFolder();
let session: Session;

beforeAll(() => {
  session = new Session();
  for (const migration of migrations) {
    for (const statement of migration.statements({ retentionDays: 3650, fsync: false })) session.query(statement);
  }
  const encoder = createRowEncoder();
  for (const item of items) encoder.add(storedTraceOf(item), 1);
  for (const spans of traces.values()) encoder.add(storedSpans(spans), 1);
  encoder.add(storedFeedback(), 1);
  for (const { table, bytes } of encoder.take()) {
    const file = join(folder.path, `${table}.bin`);
    writeFileSync(file, bytes);
    session.query(`INSERT INTO ${table} FROM INFILE '${file}' FORMAT RowBinary`);
  }
});

afterAll(() => {
  session.cleanup();
  folder[Symbol.dispose]();
});

test(`the matcher and ClickHouse agree on every query and datapoint (GAFFE_TEST_SEED=${seed})`, () => {
  fc.assert(
    fc.property(queries, (query) => {
      const matches = createMatcher(query);
      const expected = items.filter((item) => matches(item)).map(({ datapoint }) => datapoint.id);
      const { sql, params } = querySql(query);
      const scope =
        "project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}";
      const found = session.queryBind(`SELECT id FROM datapoints FINAL WHERE ${scope} AND ${sql} FORMAT TSV`, {
        project: globalProject,
        from,
        to,
        ...params,
      });
      expect(found.trim().split("\n").filter(Boolean).sort(), `${printQuery(query)}\n${sql}`).toEqual(expected.sort());
    }),
    { seed, numRuns: 400 },
  );
}, 900_000);

function spansOf({ traceId, minute, around }: Facts, id: string): readonly Span[] {
  const startNs = BigInt(noon + (minute - 60) * 60_000) * 1_000_000n;
  const one = (spanId: string, attributes: Facts["around"]["agent"], parentSpanId?: string): Span => ({
    ...spanOf({ traceId, spanId, startNs, endNs: startNs + 1n }),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    attributes: new Map(attributes),
    resource: new Map(around.resource),
    scope: { name: around.scopeName, version: "", attributes: new Map(around.scope) },
  });
  return [
    ...(around.hasAgent ? [one(`${id}-agent`, around.agent)] : []),
    one(`${id}-request`, around.request, `${id}-agent`),
    one(id, [], `${id}-request`),
    one(`${id}-tool`, around.tool, `${id}-request`),
  ];
}

const storedSpans = (spans: readonly Span[]): ProcessedTrace => ({
  projectId: globalProject,
  spans: spans.map((span) => ({ span, source: "otlp", receivedAt: noon + 7_200_000, reason: "" })),
  logs: [],
  datapoints: [],
  superseded: [],
  retracted: [],
  media: [],
});

function aboutOf({ of }: Facts["feedback"][number], traceId: string, id: string) {
  if (of === "response") return { target: "response r1", record: { responseId: "r1" } };
  const record = { traceId, ...(of === "trace" ? {} : { spanId: of === "agent" ? `${id}-agent` : id }) };
  return of === "call" ? { target: id, record, datapointId: asDatapointId(id) } : { target: traceId, record };
}

function feedbackOn({ traceId, responseId }: Facts, id: string): readonly Feedback[] {
  const targets = new Set([id, traceId, ...(responseId === undefined ? [] : [`response ${responseId}`])]);
  return [...currentFeedback.values()].flatMap(({ target, at, feedback: { name, score, label, comment, removed } }) => {
    if (removed || !targets.has(target)) return [];
    const known = defined({ score, label: label || undefined, comment: comment || undefined });
    return [{ name, rating: ratingOf(known), at, ...known }];
  });
}

/** What the SQL of a rating must agree with: the label decides if it is known, else a score of at most 1. */
function ratingOf({ label, score }: Pick<Feedback, "label" | "score">): Rating {
  const word = label?.toLowerCase();
  if (word !== undefined && ratingLabels.up.includes(word)) return "up";
  if (word !== undefined && ratingLabels.down.includes(word)) return "down";
  if (score === undefined || score > 1) return "other";
  return score >= upFrom ? "up" : "down";
}

function storedFeedback(): ProcessedTrace {
  const logs = records.map(({ record, datapointId, feedback, at }) => ({
    record: feedbackRecord({ ...feedback, at: new Date(at).toISOString() }, record, at),
    source: "api" as const,
    receivedAt: at,
    reason: "",
    ...(datapointId === undefined ? {} : { datapointId }),
  }));
  return { projectId: globalProject, spans: [], logs, datapoints: [], superseded: [], retracted: [], media: [] };
}

function itemOf(facts: Facts, id: string): Matchable {
  const { minute, usd, metadata, attributes, verdict, error, ...rest } = facts;
  const startedAt = noon + (minute - 60) * 60_000;
  const datapoint = defined({
    ...rest,
    around: undefined,
    feedback: undefined,
    id: asDatapointId(id),
    projectId: globalProject,
    spanId: id,
    convention: "test",
    startedAt,
    endedAt: startedAt + 1,
    tools: [],
    cost: usd === undefined ? undefined : { usd, complete: true },
    error,
    metadata: new Map(metadata),
    attributes: new Map(attributes),
    spanIds: [id, "1"],
  }) as unknown as Datapoint;
  const verdicts = verdict ? [defined({ check: "length", ...verdict }) as Matchable["verdicts"][number]] : [];
  const spans = traceSpans.get(rest.traceId) ?? [];
  return matchable(datapoint, { verdicts, feedback: feedbackOn(facts, id), spans: () => spans });
}

function defined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, each]) => each !== undefined));
}

/** Builds a trace of one datapoint, as the pipeline passes it to the encoder. */
function storedTraceOf({ datapoint, verdicts }: Matchable): ProcessedTrace {
  const storedVerdicts = verdicts.map(
    ({ check, state, value: given }): Verdict => ({
      datapointId: datapoint.id,
      check,
      version: 1,
      options: "",
      state: state as Verdict["state"],
      ...(given === undefined ? {} : { value: given }),
      evidence: [],
      monitorIds: [],
      durationMs: 1,
      at: datapoint.startedAt,
    }),
  );
  const storedDatapoint = {
    datapoint,
    receivedAt: datapoint.startedAt,
    monitorIds: [],
    verdicts: storedVerdicts,
    findings: [],
  };
  return {
    projectId: globalProject,
    spans: [],
    logs: [],
    datapoints: [storedDatapoint],
    superseded: [],
    retracted: [],
    media: [],
  };
}
