import { buffer } from "node:stream/consumers";
import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import type { Verdict } from "../../../src/datapoints/verdicts/verdict.ts";
import type { Finding } from "../../../src/issues/issue.ts";
import type { LogRecord, Span } from "../../../src/otlp/span.ts";
import type { Judged, ProcessedTrace } from "../../../src/pipeline/ports/processed-trace.ts";
import { createRowEncoder } from "../../../src/pipeline/rows/encoder.ts";
import { asMonitorId, datapointId, globalProject, issueId } from "../../../src/platform/ids.ts";
import type { TableInsert, TableWriter } from "../../../src/storage/ports/table-writer.ts";

let count = 0;

/**
 * Returns a trace of one span and its datapoint; `change` alters the datapoint, `receivedAt` its time of receipt.
 */
export function storedTrace(
  change: Partial<Datapoint> = {},
  { receivedAt = Date.now(), judged = true } = {},
): ProcessedTrace {
  const number = ++count;
  const traceId = change.traceId ?? number.toString(16).padStart(32, "0");
  const spanId = change.spanId ?? number.toString(16).padStart(16, "0");
  const id = datapointId(globalProject, traceId, spanId);
  const startedAt = change.startedAt ?? receivedAt - 1000;
  const attributes = change.attributes ?? new Map<string, never>([["gen_ai.system", "openai" as never]]);
  const datapoint: Datapoint = {
    id,
    projectId: globalProject,
    traceId,
    spanId,
    source: "otlp",
    convention: "otel-genai",
    operation: "chat",
    startedAt,
    endedAt: startedAt + 500,
    durationMs: 500,
    input: [{ role: "user", parts: [{ type: "text", text: "Where is my refund?" }] }],
    output: [{ role: "assistant", parts: [{ type: "text", text: "I can't help with that." }] }],
    tools: [],
    params: {},
    finishReasons: ["stop"],
    usage: {},
    tags: [],
    metadata: new Map(),
    flags: [],
    spanIds: [spanId],
    ...change,
    attributes,
  };
  const span: Span = {
    traceId,
    spanId,
    name: "chat gpt",
    kind: 3,
    startNs: BigInt(Math.round(startedAt)) * 1_000_000n + 7n,
    endNs: BigInt(Math.round(startedAt + 500)) * 1_000_000n,
    attributes,
    droppedCount: 0,
    events: [{ name: "gen_ai.choice", timeNs: 5n, attributes: new Map([["index", 0]]) }],
    links: [
      {
        traceId: "0c".repeat(16),
        spanId: "0d".repeat(8),
        traceState: "a=b",
        attributes: new Map([["why", 2n ** 60n]]),
      },
    ],
    status: "ok",
    scope: { name: "lib", version: "1", attributes: new Map() },
    resource: new Map([["service.name", "shop"]]),
  };
  const reason = "a chat call";
  return {
    projectId: globalProject,
    spans: [{ span, source: "otlp", receivedAt, convention: "otel-genai", datapointId: id, reason }],
    logs: [{ record: logRecord(traceId, spanId), source: "otlp", receivedAt, datapointId: id, reason }],
    datapoints: [{ ...judgedDatapoint(datapoint, judged), receivedAt }],
    superseded: [],
    retracted: [],
    media: [],
    batch: { traceId, batchId: `b${number}`, items: 2, bytes: 2000, includes: 1, receivedAt },
  };
}

function judgedDatapoint(datapoint: Datapoint, judged: boolean): Judged {
  return {
    datapoint,
    monitorIds: [asMonitorId("m1")],
    verdicts: judged
      ? [failedVerdict(datapoint), { ...failedVerdict(datapoint), check: "is_json", state: "passed" }]
      : [],
    findings: judged ? [finding(datapoint)] : [],
  };
}

function failedVerdict({ id, startedAt }: Datapoint): Verdict {
  return {
    datapointId: id,
    check: "model_refusal",
    version: 1,
    options: "o",
    state: "failed",
    value: true,
    explanation: "it refuses",
    evidence: [{ target: "output", start: 0, end: 7, text: "I can't" }],
    monitorIds: [asMonitorId("m1")],
    durationMs: 0.25,
    at: Math.floor(startedAt + 600),
  };
}

export function finding(datapoint: Datapoint): Finding {
  return {
    issueId: issueId(globalProject, ["model_refusal"]),
    projectId: globalProject,
    datapointId: datapoint.id,
    kind: "behavior",
    check: "model_refusal",
    monitorId: asMonitorId("m1"),
    severity: "major",
    title: "The model refuses",
    explanation: "it refuses",
    evidence: [],
    ...(datapoint.userId === undefined ? {} : { userId: datapoint.userId }),
    at: datapoint.startedAt,
  };
}

function logRecord(traceId: string, spanId: string): LogRecord {
  return {
    traceId,
    spanId,
    timeNs: BigInt(Date.now()) * 1_000_000n,
    observedNs: 1n,
    severityNumber: 9,
    eventName: "gen_ai.user.message",
    body: { content: "Where is my refund?" },
    attributes: new Map([["big", 2n ** 60n]]),
    scope: { name: "", version: "", attributes: new Map() },
    resource: new Map(),
  };
}

/** Encodes and inserts. */
export async function storeTraces(writer: TableWriter, traces: readonly ProcessedTrace[], { version = 1 } = {}) {
  const encoder = createRowEncoder();
  for (const trace of traces) encoder.add(trace, version);
  for (const batch of encoder.take()) await writer.insert(batch);
}

/** Collects the rows of an insert from bytes or a stream. */
export const rowsOf = (bytes: TableInsert["bytes"]): Promise<Uint8Array> =>
  bytes instanceof Uint8Array ? Promise.resolve(bytes) : buffer(bytes);
