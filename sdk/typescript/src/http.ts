import type { Operations } from "./api.ts";
import { adviceFor, GaffeError } from "./errors.ts";

export interface HttpOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of one try. */
  readonly timeoutMs: number;
  /** Tries after the first that failed, for what may be tried again. */
  readonly retries: number;
}

/** What an operation of the API is given: parts of its path, a query, a body. */
export type Given<Name extends keyof Operations> = Omit<Operations[Name], "answer">;

export interface Http {
  send<Name extends keyof Operations>(name: Name, given: Given<Name>): Promise<Operations[Name]["answer"]>;
}

/**
 * Requests to the REST API. A write carries an Idempotency-Key, so that trying it again after a lost answer changes
 * nothing twice. Throws GaffeError.
 */
export function createHttp(options: HttpOptions): Http {
  const root = `${options.baseUrl}/api/v1`;
  return {
    async send(name, given) {
      const { path: parts = {}, query = {}, body } = given as Partial<Parts>;
      const [method = "", template = ""] = name.split(" ");
      const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(parts[part] ?? ""));
      const text = await send(method, `${path}${queryText(query)}`, body);
      // What is downloaded is no JSON.
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
        // A key is for the address that it was given for.
        redirect: "manual",
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return { kind: "answer", text };
      const error = problemOf(response.status, text, response.headers.get("location"));
      // Under a key that is in use the write is under way, though its answer was lost: the next try brings it.
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
      const advice = isTimeout(thrown) ? "Raise timeout, or look at its load" : "Is Gaffe running there?";
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
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, `${value}`);
  return asked.size === 0 ? "" : `?${asked.toString()}`;
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
