import { spawnSync } from "node:child_process";
import { type Agent, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { gzipSync } from "node:zlib";
import type { Target } from "./settings.ts";

export type Outcome =
  | { readonly kind: "delivered" }
  /** Worth another attempt: a network failure, or a busy server. */
  | { readonly kind: "later"; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: "too_large" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Posts OTLP bodies. Its sockets and timers are unreferenced; the OpenTelemetry SDK's exporter would keep a
 * finished process alive for as long as it retries.
 */
export function createTransport(target: Target) {
  const isTls = target.url.startsWith("https:");
  const agent: Agent = isTls ? new TlsAgent({ keepAlive: true, ...target.tls }) : new PlainAgent({ keepAlive: true });
  const headersOf = (body: Uint8Array) => ({
    ...target.headers,
    "content-type": target.format === "json" ? "application/json" : "application/x-protobuf",
    "content-length": String(body.length),
    "user-agent": "gaffe-instrumentation",
    ...(target.gzip ? { "content-encoding": "gzip" } : {}),
  });
  const packed = (body: Uint8Array) => (target.gzip ? gzipSync(body) : body);

  return {
    post(plain: Uint8Array): Promise<Outcome> {
      const body = packed(plain);
      return new Promise((resolve) => {
        const request = (isTls ? tlsRequest : plainRequest)(target.url, {
          method: "POST",
          agent,
          headers: headersOf(body),
          timeout: target.timeoutMs,
        });
        request.on("socket", (socket) => socket.unref());
        request.on("timeout", () => request.destroy(new Error(`no answer within ${target.timeoutMs} ms`)));
        request.on("error", (error: NodeJS.ErrnoException) =>
          resolve({ kind: "later", reason: error.code ?? error.message }),
        );
        request.on("response", (response) => {
          response.resume();
          response.on("end", () => resolve(outcomeOf(response)));
          response.on("error", () => resolve(outcomeOf(response)));
        });
        request.end(body);
      });
    },

    /** Sends from a child process and blocks until it is done, for when the event loop no longer runs. */
    postSync(plain: Uint8Array, timeoutMs: number): void {
      const body = packed(plain);
      const { url } = target;
      // The headers hold a token: they are passed in the environment, which only the same user can read.
      const order = JSON.stringify({ url, headers: headersOf(body), timeoutMs });
      spawnSync(process.execPath, ["-e", sender], {
        input: body,
        stdio: ["pipe", "ignore", "ignore"],
        timeout: timeoutMs + 500,
        env: {
          GAFFE_ORDER: order,
          ...(process.env["NODE_EXTRA_CA_CERTS"] ? { NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"] } : {}),
        },
      });
    },
  };
}

const sender = `
const { url, headers, timeoutMs } = JSON.parse(process.env.GAFFE_ORDER);
setTimeout(() => process.exit(1), timeoutMs);
const { request } = require(url.startsWith("https:") ? "https" : "http");
const sent = request(url, { method: "POST", headers }, (response) => response.resume().on("close", () => process.exit(0)));
sent.on("error", () => process.exit(1));
process.stdin.pipe(sent);
`;

function outcomeOf({ statusCode = 0, statusMessage, headers }: IncomingMessage): Outcome {
  const reason = `${statusCode} ${statusMessage ?? ""}`.trim();
  if (statusCode >= 200 && statusCode < 300) return { kind: "delivered" };
  if (statusCode === 413) return { kind: "too_large" };
  if (statusCode === 429 || statusCode >= 502) {
    const seconds = Number(headers["retry-after"]);
    return { kind: "later", reason, ...(seconds > 0 ? { afterMs: seconds * 1000 } : {}) };
  }
  return { kind: "refused", reason };
}
