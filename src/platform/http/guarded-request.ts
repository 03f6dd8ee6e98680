import { Agent, request } from "undici";
import { messageOf } from "../failure.ts";
import type { AddressGuard } from "./address.ts";
import { AddressRefused, guardedConnector } from "./guarded-connector.ts";
import { readRetryAfter } from "./guarded-post.ts";

export interface Requested {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From the first byte of the connection to the last of the response. */
  readonly timeoutMs: number;
  /** A larger response counts as none. */
  readonly answerBytes: number;
}

export type GuardedResponse =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** By name in lower case; the first of several. */
      readonly header: (name: string) => string | undefined;
      readonly retryAfterMs?: number;
      readonly bytes: Buffer;
    }
  /** The address is not allowed. */
  | { readonly kind: "forbidden"; readonly reason: string }
  /** `code`: of the system or of undici; `timeout` after the timeout. */
  | { readonly kind: "unanswered"; readonly reason: string; readonly code: string };

export interface GuardedRequest extends AsyncDisposable {
  /** Rejects only when the signal is aborted. */
  send(what: Requested, signal: AbortSignal): Promise<GuardedResponse>;
}

/**
 * Sends requests to addresses that users enter: guarded at connection time, bounded in time and response size,
 * without redirects.
 */
export function createGuardedRequest(guard: AddressGuard): GuardedRequest {
  const connect = guardedConnector(guard, 10_000);
  const dispatcher = new Agent({ connect, pipelining: 1, keepAliveTimeout: 4_000, headersTimeout: 0, bodyTimeout: 0 });
  return { send, [Symbol.asyncDispose]: () => dispatcher.destroy() };

  async function send(
    { method, url, headers, body, timeoutMs, answerBytes }: Requested,
    signal: AbortSignal,
  ): Promise<GuardedResponse> {
    signal.throwIfAborted();
    try {
      const answer = await request(url, {
        method,
        headers: { "accept-encoding": "identity", ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        dispatcher,
      });
      const bytes = await bounded(answer.body, answerBytes);
      if (!bytes) return unanswered("too_large", `its answer is larger than ${answerBytes} bytes`);
      const retryAfterMs = readRetryAfter(answer.headers["retry-after"], Date.now());
      return {
        kind: "answered",
        status: answer.statusCode,
        header: (name) => [answer.headers[name]].flat()[0],
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        bytes,
      };
    } catch (thrown) {
      signal.throwIfAborted();
      return whyUnanswered(thrown, timeoutMs);
    }
  }
}

async function bounded(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= most) continue;
    body.destroy();
    return undefined;
  }
  return Buffer.concat(chunks);
}

const unanswered = (code: string, reason: string) => ({ kind: "unanswered" as const, code, reason });

function whyUnanswered(thrown: unknown, timeoutMs: number): GuardedResponse {
  if (thrown instanceof AddressRefused) return { kind: "forbidden", reason: thrown.message };
  if (thrown instanceof Error && thrown.name === "TimeoutError")
    return unanswered("timeout", `no answer within ${timeoutMs / 1000} s`);
  // The message may contain the URL, which may hold a secret: the code is enough.
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : messageOf(thrown).slice(0, 60);
  return unanswered(code, `it cannot be reached (${code})`);
}
