import { Agent, request } from "undici";
import type { AddressGuard } from "./address.ts";
import { AddressRefused, guardedConnector } from "./guarded-connector.ts";

type Posted =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterMs?: number; readonly text: string }
  /** The address is not allowed. */
  | { readonly kind: "forbidden"; readonly reason: string }
  /** No connection was established, so nothing was sent. */
  | { readonly kind: "unreached"; readonly reason: string }
  /** The request was sent, but no complete response arrived. */
  | { readonly kind: "unanswered"; readonly reason: string };

interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GuardedPost extends AsyncDisposable {
  /** A dispatcher with the same guard, for libraries that make their own requests. */
  readonly dispatcher: Agent;
  post(what: Post): Promise<Posted>;
}

interface GuardedPostDependencies {
  readonly guard: AddressGuard;
  /** From the first byte of the connection to the last of the response; the default is 10 seconds. */
  readonly timeoutMs?: number;
}

const answerBytes = 64 * 1024;

/**
 * Posts to addresses that users enter: guarded at connection time, bounded in time and response size, without
 * redirects.
 */
export function createGuardedPost({ guard, timeoutMs = 10_000 }: GuardedPostDependencies): GuardedPost {
  const connect = guardedConnector(guard, Math.min(timeoutMs, 5_000));
  const dispatcher = new Agent({ connect, pipelining: 1, keepAliveTimeout: 1_000 });
  return { dispatcher, post, [Symbol.asyncDispose]: () => dispatcher.destroy() };

  async function post({ url, body, headers }: Post): Promise<Posted> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await request(url, { method: "POST", body, headers, signal, dispatcher });
      const retryAfterMs = readRetryAfter(answer.headers["retry-after"], Date.now());
      const retryAfter = retryAfterMs === undefined ? {} : { retryAfterMs };
      return { kind: "answered", status: answer.statusCode, ...retryAfter, text: await readStart(answer.body) };
    } catch (thrown) {
      return failed(thrown);
    }
  }
}

/** Returns the milliseconds to wait, from Retry-After as seconds or as a date (RFC 9110, 10.2.3); at most a day. */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}

/** Reads the body up to the size limit; the status is already known. */
async function readStart(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerBytes) break;
    }
  } catch {
    // The body was cut off or too slow: the status is still valid.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString("utf8");
}

/** Codes of errors that occur before a connection is established. */
const beforeConnecting = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_INVALID_URL",
  "UND_ERR_INVALID_ARG",
]);

function failed(thrown: unknown): Posted {
  if (thrown instanceof AddressRefused) return { kind: "forbidden", reason: thrown.message };
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (thrown instanceof Error && thrown.name === "TimeoutError") {
    return { kind: "unanswered", reason: "no answer in time" };
  }
  // The message may contain the URL, which may be a secret: the code is enough.
  if (beforeConnecting.has(code)) return { kind: "unreached", reason: `cannot be reached (${code})` };
  return { kind: "unanswered", reason: `the connection broke (${code || "unknown"})` };
}
