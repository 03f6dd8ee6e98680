import { type BodyFormat, createWireWriter, type OtlpSignal } from "../../otlp/index.ts";

export const rpcCodes = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  permissionDenied: 7,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;
export type RpcCode = (typeof rpcCodes)[keyof typeof rpcCodes];

export interface RpcStatus {
  readonly code: RpcCode;
  readonly message: string;
  /** Sent as google.rpc.RetryInfo: the client may retry the same request. */
  readonly retryAfterSeconds?: number;
}

/** Encodes an ExportTraceServiceResponse or ExportLogsServiceResponse in protobuf; empty on full success. */
export function exportResponse(rejected: number, message: string): Buffer<ArrayBuffer> {
  const wire = createWireWriter(256);
  if (rejected > 0) {
    wire.message(0x0a, () => {
      wire.varint(0x08, rejected);
      wire.text(0x12, message);
    });
  }
  return wire.take();
}

/** Encodes the same response as JSON, where int64 is a string. */
export function exportResponseJson(signal: OtlpSignal, rejected: number, message: string): string {
  if (rejected === 0) return "{}";
  const name = signal === "traces" ? "rejectedSpans" : "rejectedLogRecords";
  return JSON.stringify({ partialSuccess: { [name]: `${rejected}`, errorMessage: message } });
}

const retryInfoType = "type.googleapis.com/google.rpc.RetryInfo";

/** Encodes google.rpc.Status {code = 1, message = 2, details = 3: Any {type_url = 1, value = 2}}. */
export function rpcStatus({ code, message, retryAfterSeconds }: RpcStatus): Buffer<ArrayBuffer> {
  const wire = createWireWriter(256);
  wire.varint(0x08, code);
  wire.text(0x12, message);
  if (retryAfterSeconds !== undefined) {
    wire.message(0x1a, () => {
      wire.text(0x0a, retryInfoType);
      // RetryInfo {retry_delay = 1: Duration {seconds = 1}}
      wire.message(0x12, () => wire.message(0x0a, () => wire.varint(0x08, retryAfterSeconds)));
    });
  }
  return wire.take();
}

export function rpcStatusJson({ code, message, retryAfterSeconds }: RpcStatus): string {
  const details =
    retryAfterSeconds === undefined ? undefined : [{ "@type": retryInfoType, retryDelay: `${retryAfterSeconds}s` }];
  return JSON.stringify({ code, message, details });
}

export const contentTypeOf: Readonly<Record<BodyFormat, string>> = {
  protobuf: "application/x-protobuf",
  json: "application/json",
};
