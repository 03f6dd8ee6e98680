import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeLogs, decodeTraces } from "../../../src/otlp/decode.ts";
import type { AttributeValue, LogRecord, Scope, Span, SpanStatus } from "../../../src/otlp/span.ts";

/** A recorded export of a real instrumentation, with the actual requests and responses. */
export interface Capture {
  readonly id: string;
  readonly instrumentation: string;
  readonly scenario: string;
  readonly encoding: string;
  readonly files: readonly CaptureFile[];
  readonly expected: Expected;
  readonly spans?: readonly { readonly id: string }[];
  readonly logRecords?: readonly { readonly spanId?: string }[];
}

interface CaptureFile {
  readonly file: string;
  readonly path: string;
  readonly contentType: string;
  readonly contentEncoding?: string | null;
}

interface Expected {
  readonly visibleCalls: number;
  readonly calls: readonly ExpectedCall[];
  readonly seenIn: readonly {
    readonly seq: number;
    readonly visible: boolean;
    readonly foundInBody: readonly string[];
  }[];
}

// The manifest is the recorder's data; the scorer reads only what it scores.
// oxlint-disable-next-line typescript/no-explicit-any
export type ExpectedCall = any;

/** The captures in the repository: some of every instrumentation. */
export const someCaptures = join(import.meta.dirname, "../../fixtures/captures");
/** The full set, if it is next to the checkout. */
export const allCaptures = join(import.meta.dirname, "../../../../shared/spans/captures");

export const hasCaptures = (folder: string) => existsSync(join(folder, "manifest.json"));

export function capturesIn(folder: string): readonly Capture[] {
  const { captures } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { captures: Capture[] };
  return captures.filter((capture) => capture.encoding !== "grpc");
}

export function batchesOf(
  capture: Pick<Capture, "files">,
  folder: string,
): readonly { spans: readonly Span[]; logs: readonly LogRecord[] }[] {
  return capture.files
    .filter(({ file }) => !file.endsWith(".grpc"))
    .map(({ file, path, contentType, contentEncoding }) => {
      const raw = readFileSync(join(folder, file));
      const bytes = contentEncoding === "gzip" ? gunzipSync(raw) : raw;
      const isLogs = path.includes("logs");
      if (!contentType.includes("json"))
        return isLogs ? { spans: [], logs: decodeLogs(bytes) } : { spans: decodeTraces(bytes), logs: [] };
      const body = JSON.parse(bytes.toString("utf8"));
      return { spans: spansOf(body), logs: logsOf(body) };
    });
}

// OTLP/JSON as recorded; the receiver's own conversion has its own tests.
// oxlint-disable-next-line typescript/no-explicit-any
type Raw = any;

function valueOf(raw: Raw): AttributeValue {
  if (raw === undefined || raw === null) return null;
  if ("stringValue" in raw) return raw.stringValue;
  if ("intValue" in raw) return Number(raw.intValue);
  if ("doubleValue" in raw) return Number(raw.doubleValue);
  if ("boolValue" in raw) return raw.boolValue;
  if ("bytesValue" in raw) return Buffer.from(raw.bytesValue, "base64");
  if ("arrayValue" in raw) return (raw.arrayValue.values ?? []).map(valueOf);
  if (!("kvlistValue" in raw)) return null;
  const object = Object.create(null);
  for (const { key, value } of raw.kvlistValue.values ?? []) object[key] = valueOf(value);
  return object;
}

const mapOf = (attributes: Raw[] | undefined) =>
  new Map((attributes ?? []).map(({ key, value }) => [key as string, valueOf(value)]));
const scopeOf = (scope: Raw): Scope => ({
  name: scope?.name ?? "",
  version: scope?.version ?? "",
  attributes: mapOf(scope?.attributes),
});
const statuses: readonly SpanStatus[] = ["unset", "ok", "error"];

function spansOf(body: Raw): Span[] {
  return (body.resourceSpans ?? []).flatMap((resource: Raw) =>
    (resource.scopeSpans ?? []).flatMap((scoped: Raw) =>
      (scoped.spans ?? []).map((span: Raw): Span => {
        const message = span.status?.message;
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
          name: span.name,
          kind: span.kind ?? 0,
          startNs: BigInt(span.startTimeUnixNano),
          endNs: BigInt(span.endTimeUnixNano),
          attributes: mapOf(span.attributes),
          droppedCount: (span.droppedAttributesCount ?? 0) + (span.droppedEventsCount ?? 0),
          events: (span.events ?? []).map((event: Raw) => ({
            name: event.name,
            timeNs: BigInt(event.timeUnixNano),
            attributes: mapOf(event.attributes),
          })),
          status: statuses[span.status?.code ?? 0] ?? "unset",
          ...(message ? { statusMessage: message } : {}),
          scope: scopeOf(scoped.scope),
          resource: mapOf(resource.resource?.attributes),
        };
      }),
    ),
  );
}

function logsOf(body: Raw): LogRecord[] {
  return (body.resourceLogs ?? []).flatMap((resource: Raw) =>
    (resource.scopeLogs ?? []).flatMap((scoped: Raw) =>
      (scoped.logRecords ?? []).map(
        (record: Raw): LogRecord => ({
          ...(record.traceId ? { traceId: record.traceId } : {}),
          ...(record.spanId ? { spanId: record.spanId } : {}),
          timeNs: BigInt(record.timeUnixNano ?? 0),
          observedNs: BigInt(record.observedTimeUnixNano ?? 0),
          severityNumber: record.severityNumber ?? 0,
          ...(record.eventName ? { eventName: record.eventName } : {}),
          ...(record.body ? { body: valueOf(record.body) } : {}),
          attributes: mapOf(record.attributes),
          scope: scopeOf(scoped.scope),
          resource: mapOf(resource.resource?.attributes),
        }),
      ),
    ),
  );
}
