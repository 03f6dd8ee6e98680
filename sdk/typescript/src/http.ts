import { adviceFor, GaffeError } from "./errors.ts";

export interface HttpOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of one try. */
  readonly timeoutMs: number;
  /** Tries after the first that failed, for what may be tried again. */
  readonly retries: number;
}

export interface Http {
  get<Answer>(path: string): Promise<Answer>;
  text(path: string): Promise<string>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  patch<Answer>(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<void>;
}

/**
 * Requests to the REST API. A write carries an Idempotency-Key, so that trying it again after a lost answer changes
 * nothing twice. Throws GaffeError.
 */
export function createHttp(options: HttpOptions): Http {
  const root = `${options.baseUrl}/api/v1`;
  return {
    get: async (path) => parsed(path, await send("GET", path)) as never,
    text: (path) => send("GET", path),
    post: async (path, body) => parsed(path, await send("POST", path, body)) as never,
    patch: async (path, body) => parsed(path, await send("PATCH", path, body)) as never,
    delete: async (path) => {
      await send("DELETE", path);
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
