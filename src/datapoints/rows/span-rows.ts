import type { Attributes, Scope, SpanLink } from "../../otlp/span.ts";
import type { KeptLog, KeptSpan, TraceBatchRow } from "../../pipeline/ports/kept.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { traceKeyHalves } from "../../storage/clickhouse/trace-key.ts";
import type { Medium } from "../assembly/recognition.ts";
import { rowTime } from "../clickhouse/row-time.ts";
import { attributeJson, attributesJson } from "./attribute-json.ts";
import type { RowHead } from "./datapoint-rows.ts";

/** A row of `spans`. */
export function writeSpan(row: RowWriter, project: ProjectId, kept: KeptSpan, version: number): void {
  const { span } = kept;
  row.beginRow();
  row.string(project);
  row.int64(rowTime(Number(span.startNs) / 1e6, kept.receivedAt));
  row.string(span.traceId);
  row.string(span.spanId);
  row.int64(version);
  row.uint8(0);
  row.int64(Math.floor(kept.receivedAt));
  row.string(kept.source);
  row.nullableString(span.parentSpanId);
  row.string(span.name);
  row.int32(span.kind);
  row.uint64(span.startNs);
  row.uint64(span.endNs);
  row.string(span.status);
  row.nullableString(span.statusMessage);
  row.float64(span.droppedCount);
  row.nullableString(kept.convention);
  row.nullableString(kept.datapointId);
  row.string(kept.because);
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

/** A row of `log_records`. */
export function writeLog(row: RowWriter, project: ProjectId, kept: KeptLog, version: number): void {
  const { record } = kept;
  const body = record.body === undefined ? undefined : attributeJson(record.body);
  row.beginRow();
  row.string(project);
  row.int64(rowTime(Number(record.timeNs || record.observedNs) / 1e6, kept.receivedAt));
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
  row.int64(Math.floor(kept.receivedAt));
  row.string(kept.source);
  row.uint64(record.timeNs);
  row.uint64(record.observedNs);
  row.int32(record.severityNumber);
  row.nullableString(record.severityText);
  row.nullableString(record.eventName);
  row.nullableString(body);
  row.nullableString(kept.datapointId);
  row.string(kept.because);
  writeOrigin(row, record.scope, record.resource);
  writeAttributes(row, record.attributes);
  row.uint32(row.rowBytes);
}

/** A row of `trace_batches`. */
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

/** A row of `media`. */
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

/** Scope and resource are the same objects for all spans of a request, which mostly follow each other. */
const [writeScope, writeResource] = [createRepeated(), createRepeated()];

function writeOrigin(row: RowWriter, { name, version, attributes }: Scope, resource: Attributes): void {
  row.string(name);
  row.string(version);
  writeScope(row, attributes);
  writeResource(row, resource);
}

/** Writes attributes; those of the time before are not encoded again. */
function createRepeated(): (row: RowWriter, attributes: Attributes) => void {
  const encoded = new RowWriter(4096);
  let last: Attributes | undefined;
  return (row, attributes) => {
    if (attributes !== last) {
      // Attributes that cannot be encoded leave nothing that a later row would repeat.
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
