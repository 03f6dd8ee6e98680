import { hash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { jsonToProtobuf } from "./json/json.ts";
import { defaultLimits, type OtlpLimits } from "./limits.ts";
import { type OtlpSignal, type RejectedItem, scan } from "./scan.ts";
import type { RejectReason } from "./scan-item.ts";

export interface Body {
  readonly bytes: Uint8Array;
  readonly signal: OtlpSignal;
  readonly format: BodyFormat;
  readonly compression: "gzip" | "identity";
  readonly limits?: OtlpLimits;
}

export type BodyFormat = "protobuf" | "json";

/**
 * Why a whole request is refused: the client must repair an `invalid` one, and must not resend a `too_large`
 * one.
 */
type BodyRefusalReason = "invalid" | "too_large";

export type Prepared =
  | {
      readonly kind: "accepted";
      /** The export request as protobuf, with only the accepted items. */
      readonly bytes: Uint8Array;
      /** Trace id of each item in `bytes`, in order; "" for a log record without one. */
      readonly traceIds: readonly string[];
      readonly rejected: readonly RejectedItem[];
      readonly repairedTexts: number;
      /** Number of items whose longest values were cut. */
      readonly truncated: number;
      /** SHA-256 of the body as sent, base64url. */
      readonly digest: string;
    }
  | { readonly kind: "refused"; readonly reason: BodyRefusalReason; readonly message: string };

/**
 * Prepares a request body as sent for acceptance. Pure; takes about a millisecond per megabyte, so large bodies
 * are passed to a worker thread. Memory: at most twice `inflatedBodyBytes`, whatever the compression claims.
 */
export function prepareBody({ bytes, signal, format, compression, limits = defaultLimits }: Body): Prepared {
  const plain = compression === "gzip" ? gunzip(bytes, limits) : bytes;
  if (!(plain instanceof Uint8Array)) return plain;
  if (plain.length > limits.inflatedBodyBytes) return tooLarge(limits);
  const digest = hash("sha256", bytes, "base64url");
  return format === "json"
    ? prepareJson(plain, { signal, limits, digest })
    : prepareProtobuf(plain, { signal, limits, digest });
}

interface Context {
  readonly signal: OtlpSignal;
  readonly limits: OtlpLimits;
  readonly digest: string;
}

function prepareJson(bytes: Uint8Array, context: Context): Prepared {
  const transcoded = jsonToProtobuf(bytes, context.signal, context.limits);
  switch (transcoded.kind) {
    case "broken":
      return { kind: "refused", reason: "invalid", message: mistakenFor(bytes, "json") ?? transcoded.message };
    case "too_many_items":
      return tooMany(transcoded.items, context);
    default: {
      const prepared = prepareProtobuf(transcoded.bytes, context);
      if (prepared.kind === "refused") return prepared;
      return {
        ...prepared,
        rejected: prepared.rejected.map(({ index, reason }) => ({
          index,
          reason: transcoded.reasons.get(index) ?? reason,
        })),
        repairedTexts: prepared.repairedTexts + transcoded.repairedTexts,
      };
    }
  }
}

function prepareProtobuf(bytes: Uint8Array, context: Context): Prepared {
  const scanned = scan(bytes, context.signal, context.limits);
  switch (scanned.kind) {
    case "broken":
      return {
        kind: "refused",
        reason: "invalid",
        message: mistakenFor(bytes, "protobuf") ?? `the body is not ${requestNames[context.signal]}`,
      };
    case "too_many_items":
      return tooMany(scanned.items, context);
    default:
      return {
        kind: "accepted",
        bytes: scanned.bytes,
        traceIds: scanned.traceIds,
        rejected: scanned.rejected,
        repairedTexts: scanned.repairedTexts,
        truncated: scanned.truncated,
        digest: context.digest,
      };
  }
}

/** Decompresses gzip of one or more members (RFC 1952); stops as soon as the output exceeds the limit. */
function gunzip(bytes: Uint8Array, limits: OtlpLimits): Uint8Array | Prepared {
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.inflatedBodyBytes, chunkSize: 256 * 1024 });
  } catch (thrown) {
    if (thrown instanceof RangeError && "code" in thrown && thrown.code === "ERR_BUFFER_TOO_LARGE")
      return tooLarge(limits);
    return {
      kind: "refused",
      reason: "invalid",
      message: "the body is not gzip, but the content-encoding header is gzip",
    };
  }
}

/** Describes a mismatch between the body and its headers; undefined if none is detected. */
function mistakenFor(bytes: Uint8Array, declared: BodyFormat): string | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "the body is gzip, but the content-encoding header is missing";
  const isLikelyJson = /^\s*[{[]/.test(Buffer.from(bytes.subarray(0, 64)).toString("latin1"));
  if (declared === "protobuf" && isLikelyJson) return "the body is JSON, but the content-type header is protobuf";
  const isLikelyProtobuf = declared === "json" && bytes[0] === 0x0a;
  return isLikelyProtobuf && !isLikelyJson ? "the body is protobuf, but the content-type header is JSON" : undefined;
}

const requestNames = { traces: "an ExportTraceServiceRequest", logs: "an ExportLogsServiceRequest" } as const;

const tooLarge = (limits: OtlpLimits): Prepared => ({
  kind: "refused",
  reason: "too_large",
  message: `the body is larger than ${limits.inflatedBodyBytes} bytes after decompression: send smaller batches`,
});

const tooMany = (items: number, { signal, limits }: Context): Prepared => ({
  kind: "refused",
  reason: "too_large",
  message: `${items} ${itemNames[signal]} in one request, ${limits.items} are allowed: send smaller batches`,
});

const itemNames = { traces: "spans", logs: "log records" } as const;

/** Describes rejected items for the client: the number for each reason, and the index of the first one. */
export function describeRejected(signal: OtlpSignal, rejected: readonly RejectedItem[]): string {
  const first = new Map<RejectReason, { count: number; index: number }>();
  for (const { reason, index } of rejected) {
    const seen = first.get(reason);
    if (seen) seen.count++;
    else first.set(reason, { count: 1, index });
  }
  const reasons = [...first].map(([reason, { count, index }]) => `${count} ${reason} (first at index ${index})`);
  return `${rejected.length} ${itemNames[signal]} rejected: ${reasons.join(", ")}`;
}
