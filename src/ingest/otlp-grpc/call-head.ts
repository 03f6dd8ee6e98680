import type { IncomingHttpHeaders } from "node:http2";
import type { OtlpSignal } from "../../otlp/index.ts";
import { rpcCodes } from "../otlp/answers.ts";
import type { Refusal } from "./refusals.ts";

/** What the headers of a call say. */
export type CallHead =
  | {
      readonly kind: "export";
      /** Metrics are accepted and dropped. */
      readonly signal: OtlpSignal | "metrics";
      /** Of a message that is flagged as compressed. */
      readonly encoding: string;
    }
  | { readonly kind: "refused"; readonly path: string; readonly refusal: Refusal }
  | { readonly kind: "not_grpc"; readonly httpStatus: number };

const signals: ReadonlyMap<string, OtlpSignal | "metrics"> = new Map([
  ["/opentelemetry.proto.collector.metrics.v1.MetricsService/Export", "metrics"],
  ["/opentelemetry.proto.collector.trace.v1.TraceService/Export", "traces"],
  ["/opentelemetry.proto.collector.logs.v1.LogsService/Export", "logs"],
]);

/** Reads a call's headers (gRPC over HTTP/2). */
export function headOf(headers: IncomingHttpHeaders): CallHead {
  if (headers[":method"] !== "POST") return { kind: "not_grpc", httpStatus: 405 };
  if (!/^application\/grpc(\+proto)?($|;)/i.test(headers["content-type"] ?? "")) {
    return { kind: "not_grpc", httpStatus: 415 };
  }
  const path = headers[":path"] ?? "";
  const signal = signals.get(path);
  if (signal === undefined) {
    const message =
      "Gaffe implements Export of OpenTelemetry's TraceService, LogsService and MetricsService, and no other method";
    return { kind: "refused", path: path.slice(0, 100), refusal: { code: rpcCodes.unimplemented, message } };
  }
  const encoding = headers["grpc-encoding"];
  return { kind: "export", signal, encoding: typeof encoding === "string" ? encoding.slice(0, 100) : "identity" };
}
