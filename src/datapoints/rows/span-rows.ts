import type { Attributes, Scope, SpanLink } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { traceKeyHalves } from "../../storage/index.ts";
import type { Medium } from "../assembly/recognition.ts";
import { rowTime } from "../clickhouse/row-time.ts";
import type { AssembledLog, AssembledSpan, TraceBatchRow } from "../ports/assembled-trace.ts";
import { attributeJson, attributesJson } from "./attribute-json.ts";
import type { RowHead } from "./datapoint-rows.ts";

export function writeSpan(row: RowWriter, project: ProjectId, stored: AssembledSpan, version: number): void {
  const { span } = stored;
  row.beginRow();
  row.string(project);
  row.int64(rowTime(Number(span.startNs) / 1e6, stored.receivedAt));
  row.string(span.traceId);
  row.string(span.spanId);
  row.int64(version);
  row.uint8(0);
  row.int64(Math.floor(stored.receivedAt));
  row.string(stored.source);
  row.nullableString(span.parentSpanId);
  row.string(span.name);
  row.int32(span.kind);
  row.uint64(span.startNs);
  row.uint64(span.endNs);
  row.string(span.status);
  row.nullableString(span.statusMessage);
  row.float64(span.droppedCount);
  row.nullableString(stored.convention);
  row.nullableString(stored.datapointId);
  row.string(stored.reason);
  writeOrigin(row, span.scope, span.resource);
  writeAttributes(row, span.attributes);
  row.string(
    span.events.length === 0
      ? "[]"
      : JSON.stringify(
          span.events.map(({ name, timeNs, attributes }) => [name, `${timeNs}`, attributesJson(attributes)]),
        ),
  );
  row.string(span.links === undefined ? "" : JSON.stringify(span.links.map(linkText)));
  row.uint32(row.rowBytes);
}

const linkText = ({ traceId, spanId, traceState = "", attributes }: SpanLink) => [
  traceId,
  spanId,
  traceState,
  attributesJson(attributes),
];

export function writeLog(row: RowWriter, project: ProjectId, stored: AssembledLog, version: number): void {
  const { record } = stored;
  const body = record.body === undefined ? undefined : attributeJson(record.body);
  row.beginRow();
  row.string(project);
  row.int64(rowTime(Number(record.timeNs || record.observedNs) / 1e6, stored.receivedAt));
  row.string(record.traceId ?? "");
  row.string(record.spanId ?? "");
  row.string(
    digest(
      `${record.timeNs}`,
      `${record.observedNs}`,
      record.eventName ?? "",
      body ?? "",
      attributesJson(record.attributes),
    ),
  );
  row.int64(version);
  row.uint8(0);
  row.int64(Math.floor(stored.receivedAt));
  row.string(stored.source);
  row.uint64(record.timeNs);
  row.uint64(record.observedNs);
  row.int32(record.severityNumber);
  row.nullableString(record.severityText);
  row.nullableString(record.eventName);
  row.nullableString(body);
  row.nullableString(stored.datapointId);
  row.string(stored.reason);
  writeOrigin(row, record.scope, record.resource);
  writeAttributes(row, record.attributes);
  row.uint32(row.rowBytes);
}

export function writeTraceBatch(row: RowWriter, project: ProjectId, batch: TraceBatchRow, version: number): void {
  row.beginRow();
  const [lower, upper] = traceKeyHalves(batch.traceId);
  row.uint32(lower);
  row.uint32(upper);
  row.string(project);
  row.int64(Math.floor(batch.receivedAt));
  row.string(batch.traceId);
  row.string(batch.batchId);
  row.int64(version);
  row.uint8(0);
  row.uint32(Math.min(batch.items, maxUint32));
  row.int64(Math.floor(batch.bytes));
  row.uint32(Math.min(batch.includes, maxUint32));
}

const maxUint32 = 4_294_967_295;

export function writeMedium(row: RowWriter, medium: Medium, head: Omit<RowHead, "id" | "deleted">): void {
  row.beginRow();
  row.string(head.projectId);
  row.int64(head.at);
  row.string(medium.sha256);
  row.int64(head.version);
  row.uint8(0);
  row.string(medium.mediaType);
  row.raw(medium.bytes);
}

/** All spans of a request share the same scope and resource objects, and mostly follow each other. */
const [writeScope, writeResource] = [createRepeated(), createRepeated()];

function writeOrigin(row: RowWriter, { name, version, attributes }: Scope, resource: Attributes): void {
  row.string(name);
  row.string(version);
  writeScope(row, attributes);
  writeResource(row, resource);
}

/** Writes attributes, reusing the last encoding when they repeat. */
function createRepeated(): (row: RowWriter, attributes: Attributes) => void {
  const encoded = new RowWriter(4096);
  let last: Attributes | undefined;
  return (row, attributes) => {
    if (attributes !== last) {
      // Attributes that fail to encode must not be reused by a later row.
      last = undefined;
      encoded.clear();
      writeAttributes(encoded, attributes);
      last = attributes;
    }
    row.append(encoded.bytes);
  };
}

function writeAttributes(row: RowWriter, attributes: Attributes): void {
  row.length(attributes.size);
  for (const [key, value] of attributes) {
    row.string(key);
    row.string(attributeJson(value));
  }
}
