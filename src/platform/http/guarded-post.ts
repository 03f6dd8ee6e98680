import { Agent, request } from "undici";
import type { AddressGuard } from "./address.ts";
import { AddressRefused, guardedConnector } from "./guarded-connector.ts";

type Posted =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterMs?: number; readonly text: string }
  /** The address is not one that may be connected to. */
  | { readonly kind: "forbidden"; readonly because: string }
  /** No connection came about, so nothing was sent. */
  | { readonly kind: "unreached"; readonly because: string }
  /** Something was sent, and no whole answer came. */
  | { readonly kind: "unanswered"; readonly because: string };

interface Post {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GuardedPost extends AsyncDisposable {
  /** For a library that wants to make its own requests: the same way out. */
  readonly dispatcher: Agent;
  post(what: Post): Promise<Posted>;
}

interface Needs {
  readonly guard: AddressGuard;
  /** From the first byte of the connection to the last of the answer; 10 seconds unless told. */
  readonly timeoutMs?: number;
}

const answerBytes = 64 * 1024;

/** Posts to addresses that people enter: guarded where it connects, bounded in time and answer, no redirects. */
export function createGuardedPost({ guard, timeoutMs = 10_000 }: Needs): GuardedPost {
  const connect = guardedConnector(guard, Math.min(timeoutMs, 5_000));
  const dispatcher = new Agent({ connect, pipelining: 1, keepAliveTimeout: 1_000 });
  return { dispatcher, post, [Symbol.asyncDispose]: () => dispatcher.destroy() };

  async function post({ url, body, headers }: Post): Promise<Posted> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await request(url, { method: "POST", body, headers, signal, dispatcher });
      const retryAfterMs = readRetryAfter(answer.headers["retry-after"], Date.now());
      const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
      return { kind: "answered", status: answer.statusCode, ...asked, text: await beginningOf(answer.body) };
    } catch (thrown) {
      return failed(thrown);
    }
  }
}

/** Milliseconds to wait, from Retry-After as seconds or as a date (RFC 9110, 10.2.3); at most a day. */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}

/** What has come within the bounds is enough: the status is known already. */
async function beginningOf(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerBytes) break;
    }
  } catch {
    // Cut off or too slow: the status stands.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, answerBytes).toString("utf8");
}

/** Codes of errors that come before a connection stands. */
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
  if (thrown instanceof AddressRefused) return { kind: "forbidden", because: thrown.message };
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (thrown instanceof Error && thrown.name === "TimeoutError") {
    return { kind: "unanswered", because: "no answer in time" };
  }
  // The message may name the URL, which may be a secret: the code is enough.
  if (beforeConnecting.has(code)) return { kind: "unreached", because: `cannot be reached (${code})` };
  return { kind: "unanswered", because: `the connection broke (${code || "unknown"})` };
}
