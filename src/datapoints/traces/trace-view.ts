import type { Attributes, LogRecord, Span } from "../../otlp/index.ts";
import type { CallContent } from "../assembly/call-content.ts";
import type { TraceView } from "../assembly/convention.ts";
import { plain } from "../shapes/json.ts";

/** Returns unique spans and log records in an order that does not depend on arrival. */
export function viewOf(
  spans: readonly Span[],
  logs: readonly LogRecord[],
  contents?: ReadonlyMap<Span, CallContent>,
): TraceView {
  const ordered = distinctSpans(spans).sort(byStart);
  const bySpanId = new Map(ordered.map((span) => [span.spanId, span]));
  const children = Map.groupBy(
    ordered.filter((span) => span.parentSpanId !== undefined),
    (span) => span.parentSpanId as string,
  );
  const allLogs = logs.length === 0 ? none : distinctLogs(logs);
  const logsOfSpan = Map.groupBy(allLogs, (record) => record.spanId ?? "");
  return {
    spans: ordered,
    span: (spanId) => (spanId === undefined ? undefined : bySpanId.get(spanId)),
    children: (spanId) => children.get(spanId) ?? none,
    logs: (spanId) => logsOfSpan.get(spanId) ?? none,
    allLogs,
    content: (span) => contents?.get(span),
    once: onceEach(),
  };
}

function onceEach(): TraceView["once"] {
  const made = new Map<string, unknown>();
  return <Value>(name: string, make: () => Value): Value => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name) as Value;
  };
}

const none: readonly never[] = [];

const byStart = (a: Span, b: Span) => compare(a.startNs, b.startNs) || compare(a.spanId, b.spanId);

const compare = (a: bigint | number | string, b: bigint | number | string) => (a < b ? -1 : a > b ? 1 : 0);

/** A span sent twice is one span; of two copies, the later and more complete one counts. */
function distinctSpans(spans: readonly Span[]): Span[] {
  const best = new Map<string, Span>();
  for (const span of spans) {
    const known = best.get(span.spanId);
    if (known === undefined || isFuller(span, known)) best.set(span.spanId, span);
  }
  return [...best.values()];
}

/** Whether to prefer one copy of a span to another: it ends later, has more data, or sorts after it. */
export function isFuller(one: Span, other: Span): boolean {
  const order =
    compare(one.endNs, other.endNs) ||
    compare(one.attributes.size, other.attributes.size) ||
    compare(one.events.length, other.events.length) ||
    compare(one.links?.length ?? 0, other.links?.length ?? 0) ||
    (one.name === other.name && one.attributes.size === 0 ? 0 : compare(written(one), written(other)));
  return order > 0;
}

const written = (span: Span) => `${span.name} ${span.startNs} ${span.status} ${writtenMap(span.attributes)}`;

const writtenMap = (attributes: Attributes) =>
  JSON.stringify([...attributes].map(([key, value]) => [key, plain(value)] as const).sort(([a], [b]) => compare(a, b)));

/** Orders by time of writing; ties are in the order of a conversation. */
function distinctLogs(logs: readonly LogRecord[]): LogRecord[] {
  const sorted = logs.map((record) => ({ record, rank: rankOf(record), text: undefined as string | undefined }));
  const textOf = (entry: (typeof sorted)[number]) => (entry.text ??= writtenLog(entry.record));
  sorted.sort(
    (a, b) =>
      compare(a.record.timeNs, b.record.timeNs) ||
      compare(a.record.observedNs, b.record.observedNs) ||
      compare(a.rank, b.rank) ||
      compare(textOf(a), textOf(b)),
  );
  return sorted
    .filter((entry, index) => {
      const before = sorted[index - 1];
      return before?.record.timeNs !== entry.record.timeNs || textOf(before) !== textOf(entry);
    })
    .map((entry) => entry.record);
}

function rankOf(record: LogRecord): number {
  const name = record.attributes.get("event.name") ?? record.eventName;
  const rank = conversation.indexOf(typeof name === "string" ? name : "");
  return rank < 0 ? conversation.length : rank;
}

const conversation = [
  "gen_ai.system.message",
  "gen_ai.user.message",
  "gen_ai.assistant.message",
  "gen_ai.tool.message",
  "gen_ai.choice",
];

const writtenLog = (record: LogRecord) =>
  `${record.spanId} ${record.observedNs} ${record.eventName} ${JSON.stringify(record.body === undefined ? "" : plain(record.body))} ${writtenMap(record.attributes)}`;
