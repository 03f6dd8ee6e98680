import { event, link, logRecord, resource, scope, span, status } from "../fields.ts";
import { spanIdBytes, traceIdBytes } from "../ids.ts";
import {
  readEnum,
  readFields,
  readId,
  readList,
  readUint32,
  readUint64,
  type Transcoding,
  writeText,
} from "./json-values.ts";

const spanKinds = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"].map(
  (name) => `SPAN_KIND_${name}`,
);
const statusCodes = ["UNSET", "OK", "ERROR"].map((name) => `STATUS_CODE_${name}`);
const severities = [
  "SEVERITY_NUMBER_UNSPECIFIED",
  ...["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"].flatMap((name) =>
    ["", "2", "3", "4"].map((step) => `SEVERITY_NUMBER_${name}${step}`),
  ),
];

/** Reads one JSON message and writes its fields as protobuf; `fields` are made once per body. */
export type MessageWriter = () => void;

/** Returns a writer for the JSON form of Span (OTLP/JSON, specification 1.11). */
export function spanWriter(transcoding: Transcoding): MessageWriter {
  const { json, wire } = transcoding;
  const writeEvent = eventWriter(transcoding);
  const writeLink = linkWriter(transcoding);
  const writeStatus = statusWriter(transcoding);
  const fields = new Map([
    ["traceId", () => wire.bytes(span.traceId, readId(json, traceIdBytes))],
    ["spanId", () => wire.bytes(span.spanId, readId(json, spanIdBytes))],
    ["parentSpanId", () => wire.bytes(span.parentSpanId, readId(json, spanIdBytes))],
    ["traceState", () => writeText(transcoding, span.traceState)],
    ["name", () => writeText(transcoding, span.name)],
    ["kind", () => wire.varint(span.kind, readEnum(json, spanKinds))],
    ["startTimeUnixNano", () => wire.fixed64(span.start, readUint64(json))],
    ["endTimeUnixNano", () => wire.fixed64(span.end, readUint64(json))],
    ["attributes", () => transcoding.values.keyValues(span.attributes)],
    ["droppedAttributesCount", () => wire.varint(span.droppedAttributes, readUint32(json))],
    ["events", () => readList(json, () => wire.message(span.events, writeEvent))],
    ["droppedEventsCount", () => wire.varint(span.droppedEvents, readUint32(json))],
    ["links", () => readList(json, () => wire.message(span.links, writeLink))],
    ["droppedLinksCount", () => wire.varint(span.droppedLinks, readUint32(json))],
    ["status", () => wire.message(span.status, writeStatus)],
  ]);
  return () => readFields(json, fields);
}

function eventWriter(transcoding: Transcoding): MessageWriter {
  const { json, wire } = transcoding;
  const fields = new Map([
    ["timeUnixNano", () => wire.fixed64(event.time, readUint64(json))],
    ["name", () => writeText(transcoding, event.name)],
    ["attributes", () => transcoding.values.keyValues(event.attributes)],
  ]);
  return () => readFields(json, fields);
}

function linkWriter(transcoding: Transcoding): MessageWriter {
  const { json, wire } = transcoding;
  const fields = new Map([
    ["traceId", () => wire.bytes(link.traceId, readId(json, traceIdBytes))],
    ["spanId", () => wire.bytes(link.spanId, readId(json, spanIdBytes))],
    ["traceState", () => writeText(transcoding, link.traceState)],
    ["attributes", () => transcoding.values.keyValues(link.attributes)],
    ["droppedAttributesCount", () => wire.varint(link.droppedAttributes, readUint32(json))],
  ]);
  return () => readFields(json, fields);
}

function statusWriter(transcoding: Transcoding): MessageWriter {
  const { json, wire } = transcoding;
  const fields = new Map([
    ["message", () => writeText(transcoding, status.message)],
    ["code", () => wire.varint(status.code, readEnum(json, statusCodes))],
  ]);
  return () => readFields(json, fields);
}

/** Returns a writer for the JSON form of LogRecord. */
export function logRecordWriter(transcoding: Transcoding): MessageWriter {
  const { json, wire } = transcoding;
  const fields = new Map([
    ["timeUnixNano", () => wire.fixed64(logRecord.time, readUint64(json))],
    ["observedTimeUnixNano", () => wire.fixed64(logRecord.observedTime, readUint64(json))],
    ["severityNumber", () => wire.varint(logRecord.severityNumber, readEnum(json, severities))],
    ["severityText", () => writeText(transcoding, logRecord.severityText)],
    ["body", () => wire.message(logRecord.body, () => transcoding.values.value())],
    ["attributes", () => transcoding.values.keyValues(logRecord.attributes)],
    ["traceId", () => wire.bytes(logRecord.traceId, readId(json, traceIdBytes))],
    ["spanId", () => wire.bytes(logRecord.spanId, readId(json, spanIdBytes))],
    ["eventName", () => writeText(transcoding, logRecord.eventName)],
  ]);
  return () => readFields(json, fields);
}

export function resourceWriter(transcoding: Transcoding): MessageWriter {
  const fields = new Map([["attributes", () => transcoding.values.keyValues(resource.attributes)]]);
  return () => readFields(transcoding.json, fields);
}

export function scopeWriter(transcoding: Transcoding): MessageWriter {
  const fields = new Map([
    ["name", () => writeText(transcoding, scope.name)],
    ["version", () => writeText(transcoding, scope.version)],
    ["attributes", () => transcoding.values.keyValues(scope.attributes)],
  ]);
  return () => readFields(transcoding.json, fields);
}
