import type { IncomingMessage } from "node:http";
import type { BodyFormat, OtlpSignal } from "../../otlp/index.ts";
import { type RpcCode, rpcCodes } from "../otlp/answers.ts";
import type { RefusalReason } from "../otlp/events.ts";

/** Metrics are accepted and dropped: auto-instrumentation sends them to the address of traces and reports a refusal. */
export type ExportSignal = OtlpSignal | "metrics";

const signals: ReadonlyMap<string, ExportSignal> = new Map([
  ["/v1/traces", "traces"],
  ["/v1/logs", "logs"],
  ["/v1/metrics", "metrics"],
  ["/otlp/v1/traces", "traces"],
  ["/otlp/v1/logs", "logs"],
  ["/otlp/v1/metrics", "metrics"],
]);

/** Returns the signal of an OTLP path, or undefined for any other path. */
export function signalOf(url: string): ExportSignal | undefined {
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return signals.get(path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
}

/**
 * Returns the response to an exporter that uses a wrong path, or undefined when the request isn't from an
 * exporter. Exporters differ in whether they append a path to the configured address, which is a common mistake.
 */
export function misaimed({ method, url = "", headers }: IncomingMessage): Refusal | undefined {
  const [path = ""] = url.split("?", 1);
  const [, signal] = /\/v1(?:development)?\/(traces|logs|metrics|profiles)\/?$/.exec(path) ?? [];
  const isExport = signal !== undefined || formatOf(headers["content-type"]) === "protobuf";
  if (method !== "POST" || !isExport || signals.has(path)) return undefined;
  if (signal === "profiles")
    return nothingThere(
      "Gaffe takes traces and logs, no profiles: nothing is missing without them, and OTEL_PROFILES_EXPORTER=none stops them",
    );
  return nothingThere(
    "traces and logs are taken at /v1/traces and /v1/logs: these are appended to OTEL_EXPORTER_OTLP_ENDPOINT, and belong into OTEL_EXPORTER_OTLP_TRACES_ENDPOINT and to an exporter's url",
  );
}

const nothingThere = (message: string): Refusal => ({ httpStatus: 404, code: rpcCodes.unimplemented, message });

export interface Refusal {
  readonly httpStatus: number;
  readonly code: RpcCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The reason to count it under, if the status does not determine it. */
  readonly reason?: RefusalReason;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Envelope =
  | { readonly kind: "readable"; readonly format: BodyFormat; readonly compression: "gzip" | "identity" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Reads the body's format and compression from the headers, or the reason to refuse it. */
export function envelopeOf(request: IncomingMessage, maxBytes: number): Envelope {
  const { method, headers } = request;
  if (method !== "POST") {
    return refuse(405, rpcCodes.unimplemented, "export requests are sent with POST", { allow: "POST" });
  }
  const format = formatOf(headers["content-type"]);
  if (format === undefined) {
    const message = `content-type must be application/x-protobuf or application/json, not ${quoted(headers["content-type"])}`;
    return refuse(415, rpcCodes.invalidArgument, message);
  }
  const compression = compressionOf(headers["content-encoding"]);
  if (compression === undefined) {
    const message = `content-encoding must be gzip or none, not ${quoted(headers["content-encoding"])}`;
    return refuse(415, rpcCodes.invalidArgument, message, { "accept-encoding": "gzip" });
  }
  if (Number(headers["content-length"] ?? 0) > maxBytes) return { kind: "refused", refusal: bodyTooLarge(maxBytes) };
  return { kind: "readable", format, compression };
}

export const bodyTooLarge = (maxBytes: number): Refusal => ({
  httpStatus: 413,
  code: rpcCodes.resourceExhausted,
  message: `the body is larger than ${maxBytes} bytes: send smaller batches`,
});

/** Returns the response format that this client can read: that of its request, or JSON when that is unknown. */
export function answerFormat(request: IncomingMessage): BodyFormat {
  return formatOf(request.headers["content-type"]) ?? "json";
}

/**
 * Compares media types case-insensitively; only the charset parameter matters, because JSON is always UTF-8 (RFC
 * 8259).
 */
function formatOf(contentType: string | undefined): BodyFormat | undefined {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  switch (type.trim()) {
    case "application/x-protobuf":
    case "application/protobuf":
      return "protobuf";
    case "application/json":
      return parameters.every((parameter) => !/^\s*charset\s*=(?!\s*"?utf-?8"?\s*$)/.test(parameter))
        ? "json"
        : undefined;
    default:
      return undefined;
  }
}

function compressionOf(contentEncoding: string | undefined): "gzip" | "identity" | undefined {
  switch ((contentEncoding ?? "").trim().toLowerCase()) {
    case "":
    case "identity":
      return "identity";
    case "gzip":
      return "gzip";
    default:
      return undefined;
  }
}

function refuse(httpStatus: number, code: RpcCode, message: string, headers: Record<string, string> = {}): Envelope {
  return { kind: "refused", refusal: { httpStatus, code, message, headers } };
}

const quoted = (text: string | undefined) => (text === undefined ? "absent" : JSON.stringify(text.slice(0, 100)));
