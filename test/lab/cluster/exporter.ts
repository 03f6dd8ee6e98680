import { credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { createGrpcSender } from "../../support/receivers/otlp-grpc-sender.ts";
import { pause } from "../ledger.ts";

/** The outcome of one export request. `dropped`: discarded according to the OTLP rules, which is a loss. */
export type Outcome =
  | { readonly kind: "acknowledged"; readonly attempts: number; readonly at: number }
  /** The response was cut off: the exporter drops the request, but it is stored. */
  | { readonly kind: "cut"; readonly status: string }
  | { readonly kind: "dropped"; readonly status: string }
  | { readonly kind: "unfinished"; readonly status: string };

export interface Exporter {
  /** Sends the same body until it is acknowledged or must not be retried. */
  send(body: Uint8Array<ArrayBuffer>): Promise<Outcome>;
  readonly answers: ReadonlyMap<string, number>;
  close(): void;
}

interface ExporterOptions {
  readonly token: string;
  /** Returns true once further attempts are pointless. */
  readonly isOver?: () => boolean;
}

const retryable = new Set(["429", "502", "503", "504", "no connection", "no answer"]);

/**
 * Creates an OTLP/HTTP exporter by the specification: 429, 502, 503, 504 and lost connections are retried, nothing
 * else.
 */
export function httpExporter(url: () => string, { token, isOver = () => false }: ExporterOptions): Exporter {
  const answers = new Map<string, number>();
  const attempt = async (body: Uint8Array<ArrayBuffer>) => {
    try {
      const answer = await fetch(`${url()}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/x-protobuf", "api-key": token },
        body,
        signal: AbortSignal.timeout(30_000),
      });
      await answer.arrayBuffer();
      return { status: String(answer.status), retryAfter: Number(answer.headers.get("retry-after") ?? 0) };
    } catch (thrown) {
      const isLate = thrown instanceof Error && thrown.name === "TimeoutError";
      return { status: isLate ? "no answer" : "no connection", retryAfter: 0 };
    }
  };
  return {
    send: (body) => sendBy({ attempt, answers, isOver, isRetried: (status) => retryable.has(status) }, body),
    answers,
    close: () => undefined,
  };
}

/** Of gRPC, by the same specification: CANCELLED, DEADLINE_EXCEEDED, ABORTED, OUT_OF_RANGE, UNAVAILABLE, DATA_LOSS; RESOURCE_EXHAUSTED as 429. */
const retryableGrpc = new Set(["grpc 1", "grpc 4", "grpc 8", "grpc 10", "grpc 11", "grpc 14", "grpc 15"]);

/**
 * nginx resets a stream whose replica was killed between the first byte of its response and the status at its end.
 */
const cutByBalancer = /^Received RST_STREAM with code 2/;

export function grpcExporter(port: number, { token, isOver = () => false }: ExporterOptions): Exporter {
  const answers = new Map<string, number>();
  const sender = createGrpcSender(port, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("api-key", token);
  const attempt = async (body: Uint8Array<ArrayBuffer>) => {
    try {
      await sender.send("traces", body, { metadata });
      return { status: "200", retryAfter: 0 };
    } catch (thrown) {
      const { code, details } = thrown as ServiceError;
      return {
        status: code === status.INTERNAL && cutByBalancer.test(details) ? "cut" : `grpc ${code}`,
        retryAfter: 0,
      };
    }
  };
  return {
    send: (body) => sendBy({ attempt, answers, isOver, isRetried: (status) => retryableGrpc.has(status) }, body),
    answers,
    close: () => sender.close(),
  };
}

interface Rules {
  readonly attempt: (
    body: Uint8Array<ArrayBuffer>,
  ) => Promise<{ readonly status: string; readonly retryAfter: number }>;
  readonly answers: Map<string, number>;
  readonly isOver: () => boolean;
  readonly isRetried: (status: string) => boolean;
}

async function sendBy({ attempt, answers, isOver, isRetried }: Rules, body: Uint8Array<ArrayBuffer>): Promise<Outcome> {
  for (let attempts = 1; ; attempts++) {
    const { status, retryAfter } = await attempt(body);
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status === "200") return { kind: "acknowledged", attempts, at: Date.now() };
    if (status === "cut") return { kind: "cut", status };
    if (!isRetried(status)) return { kind: "dropped", status };
    if (isOver()) return { kind: "unfinished", status };
    await pause(Math.max(Math.min(retryAfter, 5) * 1000, Math.min(2000, 100 * 2 ** Math.min(attempts, 5))));
  }
}
