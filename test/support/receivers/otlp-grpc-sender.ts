import { gunzipSync } from "node:zlib";
import { type ChannelCredentials, Client, compressionAlgorithms, Metadata } from "@grpc/grpc-js";
import type { Body } from "../../../src/otlp/prepare.ts";

export interface GrpcSender {
  send(
    signal: keyof typeof methods,
    message: Uint8Array,
    options?: { gzip?: boolean; metadata?: Metadata },
  ): Promise<Buffer>;
  /** Sends a captured message with its original compression. */
  sendFramed(body: Body): Promise<Buffer>;
  close(): void;
}

const methods = {
  traces: "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
  logs: "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
  metrics: "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export",
} as const;

/** Creates an OTLP/gRPC client that sends bytes unchanged. */
export function createGrpcSender(port: number, channel: ChannelCredentials): GrpcSender {
  const limits = { "grpc.max_send_message_length": -1, "grpc.max_receive_message_length": -1 };
  const plain = new Client(`127.0.0.1:${port}`, channel, limits);
  const zipped = new Client(`127.0.0.1:${port}`, channel, {
    ...limits,
    "grpc.default_compression_algorithm": compressionAlgorithms.gzip,
  });
  return {
    send: (signal, message, { gzip = false, metadata = new Metadata() } = {}) =>
      new Promise((resolve, reject) => {
        (gzip ? zipped : plain).makeUnaryRequest(
          methods[signal],
          (bytes: Uint8Array) => Buffer.from(bytes),
          (bytes: Buffer) => bytes,
          message,
          metadata,
          { deadline: Date.now() + 60_000 },
          (failure, answer) => (failure === null ? resolve(answer ?? Buffer.alloc(0)) : reject(failure)),
        );
      }),
    sendFramed({ bytes, signal, compression }) {
      const gzip = compression === "gzip";
      return this.send(signal, gzip ? gunzipSync(bytes) : bytes, { gzip });
    },
    close() {
      plain.close();
      zipped.close();
    },
  };
}
