import { type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { messageOf } from "../failure.ts";
import type { AddressGuard } from "./address.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** From the first byte of the connection to the last of the response; the client's by default. */
  readonly timeoutMs?: number;
  /** A larger response counts as none. */
  readonly maxBytes: number;
  /** The status is what counts: of a body that is too large, too slow or broken, the start is returned. */
  readonly cutsBody?: boolean;
}

export type HttpResponse =
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
  /** `code`: of the system or of undici, `timeout` or `too_large`. `isSent`: the request may have arrived. */
  | { readonly kind: "unanswered"; readonly reason: string; readonly code: string; readonly isSent: boolean };

export interface HttpClient extends AsyncDisposable {
  /** A dispatcher with the same guard, for libraries that make their own requests. */
  readonly dispatcher: Agent;
  /** Rejects only when the signal is aborted. */
  send(what: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
}

interface HttpClientDependencies {
  readonly guard: AddressGuard;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
}

/**
 * Creates the client for addresses that users enter: guarded at connection time, bounded in time and response size,
 * without redirects. It does not retry, because only its caller knows whether a request may be repeated.
 */
export function createHttpClient({
  guard,
  timeoutMs: defaultMs = 10_000,
  connectTimeoutMs = 5_000,
}: HttpClientDependencies): HttpClient {
  const connect = guardedConnector(guard, Math.min(defaultMs, connectTimeoutMs));
  const dispatcher = new Agent({ connect, keepAliveTimeout: 4_000, headersTimeout: 0, bodyTimeout: 0 });
  return { dispatcher, send, [Symbol.asyncDispose]: () => dispatcher.destroy() };

  async function send(what: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> {
    const { method, url, headers, body = null, timeoutMs = defaultMs } = what;
    signal?.throwIfAborted();
    try {
      const timeout = AbortSignal.timeout(timeoutMs);
      const answer = await request(url, {
        method,
        headers: { "accept-encoding": "identity", ...headers },
        body,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        dispatcher,
      });
      const bytes = await readBody(answer.body, what);
      if (!bytes) return unanswered("too_large", `its answer is larger than ${what.maxBytes} bytes`);
      const retryAfterMs = readRetryAfter(answer.headers["retry-after"], Date.now());
      return {
        kind: "answered",
        status: answer.statusCode,
        header: (name) => [answer.headers[name]].flat()[0],
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        bytes,
      };
    } catch (thrown) {
      signal?.throwIfAborted();
      return whyUnanswered(thrown, timeoutMs);
    }
  }
}

/** Returns whether a request with this response status may succeed later. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
}

/** Returns the milliseconds to wait, from Retry-After as seconds or as a date (RFC 9110, 10.2.3); at most a day. */
function readRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = [header].flat()[0]?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : undefined;
}

/** Returns whether an error code occurs only before a connection is established, so that nothing was sent. */
export function isUnreached(code: string): boolean {
  return beforeConnecting.has(code);
}

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

async function readBody(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  { maxBytes, cutsBody = false }: HttpRequest,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) continue;
      body.destroy();
      if (!cutsBody) return undefined;
      break;
    }
  } catch (thrown) {
    if (!cutsBody) throw thrown;
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

const unanswered = (code: string, reason: string) => ({
  kind: "unanswered" as const,
  code,
  reason,
  isSent: !isUnreached(code),
});

function whyUnanswered(thrown: unknown, timeoutMs: number): HttpResponse {
  if (thrown instanceof AddressRefused) return { kind: "forbidden", reason: thrown.message };
  if (thrown instanceof Error && thrown.name === "TimeoutError")
    return unanswered("timeout", `no answer within ${timeoutMs / 1000} s`);
  // The message may contain the URL, which may hold a secret: the code is enough.
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : messageOf(thrown).slice(0, 60);
  return unanswered(code, isUnreached(code) ? `it cannot be reached (${code})` : `the connection broke (${code})`);
}

/** Thrown into the request if the address to connect to is not allowed. The message omits the address. */
export class AddressRefused extends Error {
  readonly code = "GAFFE_ADDRESS_REFUSED";

  constructor(hostname: string) {
    super(`${hostname} does not lead to an address that may be connected to`);
    this.name = "AddressRefused";
  }
}

/**
 * Creates an undici connector that connects only to addresses the guard allows. The check covers the address
 * actually used: names through the lookup of the connection itself (so a second, different DNS answer changes
 * nothing), and IP literals before, because they need no lookup. One rejected address rejects the name. A lookup does
 * not know the port, so the established connection is checked again before anything is sent.
 */
export function guardedConnector(guard: AddressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: lookupGuarded(guard) } as buildConnector.BuildOptions);
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, "");
    const refuse = () => callback(new AddressRefused(literal), null);
    if (isIP(literal) !== 0 && !guard(literal, portOf(options))) return refuse();
    connect(options, (...connected) => {
      // undici omits the socket where its types say null.
      const socket = connected[1] ?? undefined;
      if (!socket || guard(socket.remoteAddress ?? "", socket.remotePort)) return callback(...connected);
      socket.destroy();
      refuse();
    });
  };
}

const portOf = ({ port, protocol }: buildConnector.Options) =>
  port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

type LookupDone = (error: Error | null, address?: unknown, family?: number) => void;

function lookupGuarded(guard: AddressGuard) {
  return (hostname: string, options: LookupOptions, done: LookupDone): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error);
      if (addresses.some(({ address }) => !guard(address))) return done(new AddressRefused(hostname));
      if (options.all === true) return done(null, addresses);
      return done(null, addresses[0]?.address, addresses[0]?.family);
    });
  };
}
