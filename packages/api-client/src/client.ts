import type { Problem } from "./api.ts";
import {
  type HttpRequest,
  httpRequest,
  type OperationName,
  problemIn,
  type RequestOf,
  type ResponseOf,
} from "./operation.ts";

export interface ApiClientOptions {
  /** Address of Gaffe, without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Timeout of one attempt. */
  readonly timeoutMs: number;
  /** Number of retries after a failure that may be temporary. */
  readonly retries: number;
  /** Returns what is thrown for a failure. */
  readonly errorOf: (failure: ApiFailure) => Error;
}

/** A request without a usable response. `problem` is empty if something else than Gaffe responded. */
export type ApiFailure =
  | {
      readonly kind: "refused";
      readonly path: string;
      readonly status: number;
      readonly problem: Partial<Problem>;
      /** Where a redirect leads. */
      readonly location: string | undefined;
    }
  | { readonly kind: "no_response"; readonly reason: string; readonly isTimeout: boolean; readonly cause: unknown }
  | { readonly kind: "not_json"; readonly path: string; readonly cause: unknown };

/** Operations that return a list page by page. */
export type Paged = {
  [Name in OperationName]: "nextCursor" extends keyof ResponseOf<Name> ? Name : never;
}[OperationName];
type ItemOf<Name extends Paged> = ResponseOf<Name> extends { readonly items: readonly (infer Item)[] } ? Item : never;

/** Calls the API. All methods throw what `errorOf` returns. */
export interface ApiClient {
  send<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>>;
  /** Returns the response as text, for operations that do not return JSON. */
  text<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<string>;
  /** Returns a response body that is read while it arrives, without a timeout and without retries. */
  stream<Name extends OperationName>(name: Name, request: RequestOf<Name>): Promise<ReadableStream<Uint8Array>>;
  /** Reads pages until there are `limit` items; with `nextCursor`, there are more. */
  list<Name extends Paged>(
    name: Name,
    request: RequestOf<Name>,
    limit?: number,
  ): Promise<{ readonly items: readonly ItemOf<Name>[]; readonly nextCursor?: string }>;
}

const largestPage = 200;
const keyInUse = "/problems/key-in-use";

/** A write has an Idempotency-Key, so that a retry after a lost response changes nothing twice. */
export function createApiClient({ baseUrl, apiKey, timeoutMs, retries, errorOf }: ApiClientOptions): ApiClient {
  const client: ApiClient = {
    async send(name, request) {
      const text = await client.text(name, request);
      try {
        return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<typeof name>;
      } catch (cause) {
        throw errorOf({ kind: "not_json", path: httpRequest(name, request).path, cause });
      }
    },
    async text(name, request) {
      const http = httpRequest(name, request);
      const key = http.method === "GET" ? undefined : { "idempotency-key": crypto.randomUUID() };
      const keyed = { ...http, headers: { ...http.headers, ...key } };
      for (let failures = 0; ; failures++) {
        const outcome = await attempt(keyed);
        if ("text" in outcome) return outcome.text;
        if (!isRetryable(outcome.failure) || failures >= retries) throw errorOf(outcome.failure);
        await new Promise((resolve) => setTimeout(resolve, outcome.afterMs ?? pauseMs(failures)));
      }
    },
    async stream(name, request) {
      const response = await fetched(httpRequest(name, request)).catch((thrown: unknown) => {
        throw errorOf(silence(thrown));
      });
      if (!response.ok) throw errorOf(refusal(response, await response.text(), httpRequest(name, request).path));
      return response.body ?? new ReadableStream();
    },
    async list<Name extends Paged>(name: Name, request: RequestOf<Name>, limit = Infinity) {
      const items: ItemOf<Name>[] = [];
      let cursor: string | undefined = "";
      while (cursor !== undefined && items.length < limit) {
        const size = Math.min(largestPage, limit - items.length);
        const query: object = {
          ...("query" in request ? request.query : {}),
          limit: size,
          cursor: cursor || undefined,
        };
        const page: ResponseOf<Paged> = await client.send(name, { ...request, query });
        items.push(...(page.items as readonly ItemOf<Name>[]));
        cursor = page.nextCursor;
      }
      return { items, ...(cursor ? { nextCursor: cursor } : {}) };
    },
  };
  return client;

  /** Redirects are not followed: a key is valid only for its address. */
  function fetched({ path, headers, ...request }: HttpRequest, signal?: AbortSignal): Promise<Response> {
    const init = { ...request, headers: { "api-key": apiKey, ...headers }, redirect: "manual" as const };
    return fetch(`${baseUrl}${path}`, signal ? { ...init, signal } : init);
  }

  async function attempt(request: HttpRequest): Promise<Outcome> {
    try {
      const response = await fetched(request, AbortSignal.timeout(timeoutMs));
      const text = await response.text();
      if (response.ok) return { text };
      const afterSeconds = Number(response.headers.get("retry-after"));
      return {
        failure: refusal(response, text, request.path),
        afterMs: afterSeconds > 0 ? Math.min(afterSeconds, 60) * 1000 : undefined,
      };
    } catch (thrown) {
      return { failure: silence(thrown), afterMs: undefined };
    }
  }
}

type Outcome = { readonly text: string } | { readonly failure: ApiFailure; readonly afterMs: number | undefined };

function isRetryable(failure: ApiFailure): boolean {
  if (failure.kind !== "refused") return failure.kind === "no_response";
  // A key in use means that the write is in progress although its response was lost: a retry returns it.
  return failure.status === 429 || failure.status >= 502 || failure.problem.type === keyInUse;
}

/** The random factor keeps clients from retrying simultaneously. */
const pauseMs = (failures: number): number => Math.min(250 * 2 ** failures, 8000) * (0.5 + Math.random() / 2);

const refusal = ({ status, headers }: Response, text: string, path: string): ApiFailure => ({
  kind: "refused",
  path,
  status,
  problem: problemIn(text),
  location: headers.get("location") ?? undefined,
});

function silence(thrown: unknown): ApiFailure {
  const { name = "", message = String(thrown), cause }: Partial<Error> = thrown instanceof Error ? thrown : {};
  const isTimeout = name === "TimeoutError";
  const reason = isTimeout ? "it took too long" : cause instanceof Error ? cause.message : message;
  return { kind: "no_response", reason, isTimeout, cause: thrown };
}
