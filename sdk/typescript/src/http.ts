import type { Operations } from "./api.ts";
import { adviceFor, GaffeError } from "./errors.ts";

export interface HttpOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /** Number of retries after a failure that can be retried. */
  readonly retries: number;
}

/** Parameters of an operation: parts of its path, a query, a body. */
export type Given<Name extends keyof Operations> = Omit<Operations[Name], "answer">;

export interface Http {
  send<Name extends keyof Operations>(name: Name, given: Given<Name>): Promise<Operations[Name]["answer"]>;
}

/**
 * Creates a client of the REST API. A write carries an Idempotency-Key, so that a retry after a lost response
 * changes nothing twice. Requests throw GaffeError.
 */
export function createHttp(options: HttpOptions): Http {
  const root = `${options.baseUrl}/api/v1`;
  return {
    async send(name, given) {
      const { path: parts = {}, query = {}, body } = given as Partial<Parts>;
      const [method = "", template = ""] = name.split(" ");
      const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(parts[part] ?? ""));
      const text = await send(method, `${path}${queryText(query)}`, body);
      // Downloads are not JSON.
      return (template.endsWith("/download") ? text : parsed(path, text)) as never;
    },
  };

  function parsed(path: string, text: string): unknown {
    if (text === "") return undefined;
    try {
      return JSON.parse(text);
    } catch (thrown) {
      throw new GaffeError(`the answer of ${root}${path} is not JSON: is Gaffe running there?`, {}, thrown);
    }
  }

  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const key = method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() };
    for (let failures = 0; ; failures++) {
      const outcome = await attempt(method, path, body, key);
      if (outcome.kind === "answer") return outcome.text;
      if (!outcome.again || failures >= options.retries) throw outcome.error;
      await new Promise((resolve) => setTimeout(resolve, outcome.afterMs ?? waitMs(failures)));
    }
  }

  async function attempt(method: string, path: string, body: unknown, key: Record<string, string>): Promise<Outcome> {
    try {
      const response = await fetch(root + path, {
        method,
        headers: {
          "api-key": options.apiKey,
          ...key,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // Redirects are not followed: a key is valid only for its address.
        redirect: "manual",
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return { kind: "answer", text };
      const error = problemOf(response.status, text, response.headers.get("location"));
      // A key in use means that the write is in progress although its response was lost: a retry returns it.
      const again = response.status === 429 || response.status >= 502 || error.type === keyInUse;
      const afterSeconds = Number(response.headers.get("retry-after"));
      return {
        kind: "failure",
        again,
        ...(afterSeconds > 0 ? { afterMs: Math.min(afterSeconds, 60) * 1000 } : {}),
        error,
      };
    } catch (thrown) {
      const why = reasonOf(thrown);
      const advice = isTimeout(thrown) ? "Raise timeout, or check the load of the service" : "Is Gaffe running there?";
      const error = new GaffeError(`${options.baseUrl} does not answer (${why}). ${advice}`, {}, thrown);
      return { kind: "failure", again: true, error };
    }
  }

  function problemOf(status: number, text: string, location: string | null): GaffeError {
    const problem = problemIn(text);
    const field = problem["field"] === undefined ? "" : `${problem["field"]}: `;
    const detail = problem["detail"] ?? problem["title"] ?? `the answer has status ${status}`;
    const { type, requestId } = problem;
    return new GaffeError(`${field}${detail}${adviceFor(status, options.baseUrl, location)}`, {
      status,
      ...(type === undefined ? {} : { type }),
      ...(problem["field"] === undefined ? {} : { field: problem["field"] }),
      ...(requestId === undefined ? {} : { requestId }),
    });
  }
}

interface Parts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly body: unknown;
}

function queryText(query: Parts["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, `${value}`);
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

const keyInUse = "/problems/key-in-use";

type Outcome =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "failure"; readonly again: boolean; readonly afterMs?: number; readonly error: GaffeError };

function problemIn(text: string): Partial<Record<string, string>> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}

const waitMs = (failures: number): number => Math.min(250 * 2 ** failures, 8000) * (0.5 + Math.random() / 2);

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (isTimeout(thrown)) return "it took too long";
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}

const isTimeout = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === "TimeoutError";
