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
    get: async (path) => JSON.parse(await send("GET", path)) as never,
    text: (path) => send("GET", path),
    post: async (path, body) => parsed(await send("POST", path, body)) as never,
    patch: async (path, body) => parsed(await send("PATCH", path, body)) as never,
    delete: async (path) => {
      await send("DELETE", path);
    },
  };

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
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      const text = await response.text();
      if (response.ok) return { kind: "answer", text };
      const again = response.status === 429 || response.status >= 502;
      const afterSeconds = Number(response.headers.get("retry-after"));
      return {
        kind: "failure",
        again,
        ...(afterSeconds > 0 ? { afterMs: Math.min(afterSeconds, 60) * 1000 } : {}),
        error: problemOf(response.status, text),
      };
    } catch (thrown) {
      const why = reasonOf(thrown);
      const error = new GaffeError(`${options.baseUrl} does not answer (${why}). Is Gaffe running there?`, {}, thrown);
      return { kind: "failure", again: true, error };
    }
  }

  function problemOf(status: number, text: string): GaffeError {
    const problem = problemIn(text);
    const field = problem["field"] === undefined ? "" : `${problem["field"]}: `;
    const detail = problem["detail"] ?? problem["title"] ?? `the answer has status ${status}`;
    const { type, requestId } = problem;
    return new GaffeError(`${field}${detail}${adviceFor(status, options.baseUrl)}`, {
      status,
      ...(type === undefined ? {} : { type }),
      ...(problem["field"] === undefined ? {} : { field: problem["field"] }),
      ...(requestId === undefined ? {} : { requestId }),
    });
  }
}

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

const parsed = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

const waitMs = (failures: number): number => Math.min(250 * 2 ** failures, 8000) * (0.5 + Math.random() / 2);

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === "TimeoutError") return "it took too long";
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}
