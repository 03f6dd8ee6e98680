import { z } from "zod";
import type { LogRecord, Source, Span, SpanLink } from "../../otlp/index.ts";
import { asDatapointId } from "../../platform/ids.ts";
import { json } from "../../storage/service.ts";
import type { AssembledLog, AssembledSpan } from "../ports/assembled-trace.ts";
import { attributesOfColumn } from "../readers/details.ts";
import { attributeOf, attributesOf } from "../rows/attribute-json.ts";

const received =
  "toFloat64(toUnixTimestamp64Milli(received_at)) AS receivedAt, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime";

export const spanColumns = `trace_id, span_id, parent_span_id, name, kind, start_ns, end_ns, status, status_message,
  dropped_count, convention, datapoint_id, reason, source, scope_name, scope_version, scope_attributes, resource,
  attributes, events, links, ${received}`;

export const logColumns = `trace_id, span_id, time_ns, observed_ns, severity_number, severity_text, event_name, body,
  datapoint_id, reason, source, scope_name, scope_version, scope_attributes, resource, attributes, ${received}`;

const map = z.custom<Readonly<Record<string, string>>>((value) => typeof value === "object");
const text = z.string().nullable();
const shared = {
  trace_id: z.string(),
  span_id: z.string(),
  datapoint_id: text,
  reason: z.string(),
  source: z.string(),
  scope_name: z.string(),
  scope_version: z.string(),
  scope_attributes: map,
  resource: map,
  attributes: map,
  receivedAt: z.number(),
  partitionTime: z.number(),
};

const SpanRow = z.strictObject({
  ...shared,
  parent_span_id: text,
  name: z.string(),
  kind: z.number(),
  start_ns: z.string(),
  end_ns: z.string(),
  status: z.enum(["unset", "ok", "error"]),
  status_message: text,
  dropped_count: z.number(),
  convention: text,
  events: z.string(),
  links: z.string(),
});

const Events = json(z.array(z.tuple([z.string(), z.string(), z.string()])));
const Links = json(z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])));

const LogRow = z.strictObject({
  ...shared,
  time_ns: z.string(),
  observed_ns: z.string(),
  severity_number: z.number(),
  severity_text: text,
  event_name: text,
  body: text,
});

type Shared = z.infer<z.ZodObject<typeof shared>>;

export function spanOf(raw: unknown): AssembledSpan & { readonly partitionTime: number } {
  const row = SpanRow.parse(raw);
  const span: Span = {
    traceId: row.trace_id,
    spanId: row.span_id,
    ...(row.parent_span_id === null ? {} : { parentSpanId: row.parent_span_id }),
    name: row.name,
    kind: row.kind,
    startNs: BigInt(row.start_ns),
    endNs: BigInt(row.end_ns),
    attributes: attributesOfColumn(row.attributes),
    droppedCount: row.dropped_count,
    events: Events.parse(row.events).map(([name, timeNs, attributes]) => ({
      name,
      timeNs: BigInt(timeNs),
      attributes: attributesOf(attributes),
    })),
    ...(row.links === "" ? {} : { links: linksOf(row.links) }),
    status: row.status,
    ...(row.status_message === null ? {} : { statusMessage: row.status_message }),
    ...originOf(row),
  };
  return { span, ...arrivalOf(row), ...(row.convention === null ? {} : { convention: row.convention }) };
}

const linksOf = (text: string): readonly SpanLink[] =>
  Links.parse(text).map(([traceId, spanId, traceState, attributes]) => ({
    traceId,
    spanId,
    ...(traceState === "" ? {} : { traceState }),
    attributes: attributesOf(attributes),
  }));

export function logOf(raw: unknown): AssembledLog & { readonly partitionTime: number } {
  const row = LogRow.parse(raw);
  const record: LogRecord = {
    ...(row.trace_id === "" ? {} : { traceId: row.trace_id }),
    ...(row.span_id === "" ? {} : { spanId: row.span_id }),
    timeNs: BigInt(row.time_ns),
    observedNs: BigInt(row.observed_ns),
    severityNumber: row.severity_number,
    ...(row.severity_text === null ? {} : { severityText: row.severity_text }),
    ...(row.event_name === null ? {} : { eventName: row.event_name }),
    ...(row.body === null ? {} : { body: attributeOf(row.body) }),
    attributes: attributesOfColumn(row.attributes),
    ...originOf(row),
  };
  return { record, ...arrivalOf(row) };
}

function originOf(row: Shared) {
  const scope = {
    name: row.scope_name,
    version: row.scope_version,
    attributes: attributesOfColumn(row.scope_attributes),
  };
  return { scope, resource: attributesOfColumn(row.resource) };
}

function arrivalOf({ source, receivedAt, partitionTime, reason, datapoint_id }: Shared) {
  return {
    source: source as Source,
    receivedAt,
    partitionTime,
    reason,
    ...(datapoint_id === null ? {} : { datapointId: asDatapointId(datapoint_id) }),
  };
}
