import { expect, test } from "vitest";
import type { SlowRequest } from "../../src/checks/jobs/job.ts";
import { noHistory } from "../../src/checks/verdicts/check-history.ts";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import type { TraceParts, TraceSummary } from "../../src/datapoints/ports/datapoint-reader.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import type { Finding } from "../../src/issues/issue.ts";
import { logsIn, spansIn } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import type { Span } from "../../src/otlp/span.ts";
import type { ProcessedTrace } from "../../src/pipeline/ports/processed-trace.ts";
import { createProcess } from "../../src/pipeline/traces/process.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { chatSpan } from "../lab/spans.ts";
import { aFinding } from "../support/data/examples.ts";

const startMs = Date.UTC(2026, 5, 1, 12);
const inner = { ...chatSpan({ run: 1, number: 1, startMs, answer: "Paris." }), parentSpanId: "aaaaaaaaaaaaaaaa" };
const outer: Span = {
  ...inner,
  spanId: "aaaaaaaaaaaaaaaa",
  startNs: inner.startNs - 5_000_000n,
  endNs: inner.endNs + 5_000_000n,
};

interface Given {
  readonly at: number;
  readonly stored?: TraceParts;
  readonly storesAll?: boolean;
  readonly findings?: (datapoint: Datapoint) => readonly Finding[];
  readonly slow?: readonly string[];
}

const summary: TraceSummary = { batches: 1, items: 1, bytes: 100, version: 1, isSettled: true, from: 0, to: 0 };

/** Processes a write batch with these spans, where every datapoint has a finding. */
function processedOf(
  spans: readonly Span[],
  { at, stored, storesAll = false, findings, slow = [] }: Given,
): ProcessedTrace {
  const processed: ProcessedTrace[] = [];
  const examine = (datapoint: Datapoint) => ({
    datapoint,
    monitorIds: [],
    verdicts: [],
    findings: findings?.(datapoint) ?? [aFinding({ datapointId: datapoint.id })],
    slow: slow.map((check) => ({ check }) as SlowRequest),
  });
  const encoder = {
    add: (trace: ProcessedTrace) => void processed.push(trace),
    take: () => [],
    reuse: () => undefined,
    addVerdict: () => undefined,
    partitionTime: () => at,
  };
  const recognize = createRecognizer({ conventions });
  const process = createProcess({ spansIn, logsIn, recognize, examine, encoder });
  const bytes = encodeTraces(spans);
  const { traceId } = inner;
  const entry = {
    seq: 1,
    itemCount: spans.length,
    projectId: globalProject,
    source: "otlp",
    signal: "traces",
  } as const;
  process({
    batchId: "batch",
    version: 1,
    entries: spans.length === 0 ? [] : [{ ...entry, receivedAt: at, bytes }],
    earlier: stored ? [{ projectId: globalProject, traceId, parts: stored, summary, storesAll }] : [],
    history: noHistory,
  });
  const [trace] = processed;
  if (!trace) throw new Error("nothing was processed");
  return trace;
}

const storedOf = ({ spans, datapoints }: ProcessedTrace): TraceParts => ({
  spans: spans.map(({ span, source, receivedAt }) => ({ item: span, source, receivedAt })),
  logs: [],
  readings: datapoints.map(({ datapoint, receivedAt, findings }) => ({
    id: datapoint.id,
    partitionTime: receivedAt,
    spanIds: datapoint.spanIds,
    verdicts: [],
    findings,
  })),
});

const idsOf = ({ datapoints }: ProcessedTrace) => datapoints.map(({ datapoint }) => datapoint.id);
const none = () => [];

test("a span sent twice is stored once, with its first arrival", () => {
  const { spans, datapoints } = processedOf([inner, inner], { at: startMs });
  expect(spans).toHaveLength(1);
  expect(datapoints).toHaveLength(1);
});

test("of two versions of a span the more complete one is stored", () => {
  const startedSpan = { ...inner, endNs: inner.startNs, attributes: new Map([...inner.attributes].slice(0, 3)) };
  expect(processedOf([inner, startedSpan], { at: startMs }).spans[0]?.span).toEqual(inner);
  const stored = storedOf(processedOf([inner], { at: startMs }));
  expect(processedOf([startedSpan], { at: startMs + 9000, stored }).spans).toEqual([]);
});

test("a repeated delivery of stored spans changes nothing, regardless of current monitors", () => {
  const stored = storedOf(processedOf([inner], { at: startMs }));
  const again = processedOf([inner], { at: startMs + 9000, stored, findings: none });
  expect(again).toMatchObject({ spans: [], datapoints: [], superseded: [], retracted: [] });
});

test("a partly stored trace is stored again completely", () => {
  const stored = storedOf(processedOf([inner], { at: startMs }));
  const again = processedOf([inner], { at: startMs + 9000, stored, storesAll: true });
  expect(idsOf(again)).toEqual(stored.readings.map(({ id }) => id));
  expect(again.spans).toHaveLength(1);
});

test("a datapoint that a late span completes takes back its stored findings, also when its own span is sent again", () => {
  const first = processedOf([inner], { at: startMs });
  const again = processedOf([inner, outer], { at: startMs + 9000, stored: storedOf(first) });
  expect(again.datapoints.map(({ datapoint }) => datapoint.spanId)).toEqual([outer.spanId]);
  expect(again.superseded.map(({ id }) => id)).toEqual(idsOf(first));
  expect(again.retracted.map(({ datapointId }) => datapointId)).toEqual(idsOf(first));
});

test("a finding of a deleted monitor is retracted when its datapoint changes", () => {
  const first = processedOf([outer], { at: startMs });
  const changed = processedOf([inner], { at: startMs + 9000, stored: storedOf(first), findings: none });
  expect(changed.datapoints).toHaveLength(1);
  expect(changed.retracted).toMatchObject([{ datapointId: first.datapoints[0]?.datapoint.id, partitionTime: startMs }]);
});

test("a finding of a check that is evaluated again by a job is left to the job", () => {
  const first = processedOf([outer], { at: startMs });
  const { check } = aFinding({});
  const changed = processedOf([inner], { at: startMs + 9000, stored: storedOf(first), findings: none, slow: [check] });
  expect(changed.retracted).toEqual([]);
});

test("a datapoint that changes is stored under the partition time that it has", () => {
  const stored = storedOf(processedOf([outer], { at: startMs }));
  const readings = stored.readings.map((reading) => ({ ...reading, partitionTime: 4711 }));
  const changed = processedOf([inner], { at: startMs + 9000, stored: { ...stored, readings } });
  expect(changed.datapoints).toMatchObject([
    { partitionTime: 4711, datapoint: { spanIds: [outer.spanId, inner.spanId] } },
  ]);
});

test("of a datapoint that two processes stored under two times, one remains", () => {
  const stored = storedOf(processedOf([outer], { at: startMs }));
  const twice = stored.readings.flatMap((reading) => [reading, { ...reading, partitionTime: 4711 }]);
  const again = processedOf([], { at: startMs, stored: { ...stored, readings: twice }, storesAll: true });
  expect(again.datapoints).toMatchObject([{ partitionTime: 4711 }]);
  expect(again.superseded).toMatchObject([{ startedAt: startMs }]);
});

test("nothing is concluded about calls whose spans were not read: they are too many, or stored since by another process", () => {
  const first = processedOf([inner], { at: startMs });
  const stored = { ...storedOf(first), spans: [] };
  const late = processedOf([{ ...outer, spanId: "bbbbbbbbbbbbbbbb" }], { at: startMs + 9000, stored });
  expect(late).toMatchObject({ superseded: [], retracted: [] });
});
