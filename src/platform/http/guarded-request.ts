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
  /** From the first byte of the connection to the last of the answer. */
  readonly timeoutMs: number;
  /** An answer that is larger counts as none. */
  readonly answerBytes: number;
}

export type Answered =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** By name in lower case; the first of several. */
      readonly header: (name: string) => string | undefined;
      readonly retryAfterMs?: number;
      readonly bytes: Buffer;
    }
  /** The address is not one that may be connected to. */
  | { readonly kind: "forbidden"; readonly because: string }
  /** `code`: of the system or of undici; `timeout` where time was over. */
  | { readonly kind: "unanswered"; readonly because: string; readonly code: string };

export interface GuardedRequest extends AsyncDisposable {
  /** Rejects only when the signal is aborted. */
  send(what: Requested, signal: AbortSignal): Promise<Answered>;
}

/** Requests to addresses that people enter: guarded where they connect, bounded in time and answer, no redirects. */
export function createGuardedRequest(guard: AddressGuard): GuardedRequest {
  const connect = guardedConnector(guard, 10_000);
  const dispatcher = new Agent({ connect, pipelining: 1, keepAliveTimeout: 4_000, headersTimeout: 0, bodyTimeout: 0 });
  return { send, [Symbol.asyncDispose]: () => dispatcher.destroy() };

  async function send(
    { method, url, headers, body, timeoutMs, answerBytes }: Requested,
    signal: AbortSignal,
  ): Promise<Answered> {
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

const unanswered = (code: string, because: string) => ({ kind: "unanswered" as const, code, because });

function whyUnanswered(thrown: unknown, timeoutMs: number): Answered {
  if (thrown instanceof AddressRefused) return { kind: "forbidden", because: thrown.message };
  if (thrown instanceof Error && thrown.name === "TimeoutError")
    return unanswered("timeout", `no answer within ${timeoutMs / 1000} s`);
  // The message may name the URL, which may hold a secret: the code is enough.
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : messageOf(thrown).slice(0, 60);
  return unanswered(code, `it cannot be reached (${code})`);
}
