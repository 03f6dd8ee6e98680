import { Exit, exitCodes } from "./exit.ts";

export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  text(path: string): Promise<string>;
  post<Answer>(path: string, body: unknown): Promise<Answer>;
  patch<Answer>(path: string, body: unknown): Promise<Answer>;
  delete(path: string): Promise<void>;
  /** Returns a response body that is read while it arrives. */
  stream(path: string, headers?: Readonly<Record<string, string>>): Promise<ReadableStream<Uint8Array>>;
}

/** Creates a client of the REST API. Its methods throw Exit with the documented exit status. */
export function createApi({ baseUrl, apiKey }: Connection): Api {
  return {
    get: async (path) => JSON.parse(await send("GET", path)) as never,
    text: (path) => send("GET", path),
    post: async (path, body) => JSON.parse(await send("POST", path, body)) as never,
    patch: async (path, body) => JSON.parse(await send("PATCH", path, body)) as never,
    delete: async (path) => {
      await send("DELETE", path);
    },
    async stream(path, headers = {}) {
      const response = await fetchApi(path, { headers: { "api-key": apiKey, ...headers } });
      if (!response.ok) throw refusalOf(response.status, await response.text());
      return response.body ?? new ReadableStream();
    },
  };

  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const response = await fetchApi(path, {
      method,
      headers: { "api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.ok) return text;
    throw refusalOf(response.status, text);
  }

  async function fetchApi(path: string, request: RequestInit): Promise<Response> {
    if (apiKey === "") {
      const how = `use gaffe login, or export GAFFE_TOKEN=… (Settings > API Token of ${baseUrl})`;
      throw new Exit(exitCodes.auth, `an API token is needed: ${how}`);
    }
    // Redirects are not followed: a token is valid only for its address.
    return fetch(`${baseUrl}/api/v1${path}`, { redirect: "manual", ...request }).catch((thrown: unknown) => {
      const why = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : String(thrown);
      throw new Exit(
        exitCodes.network,
        `${baseUrl} does not answer (${why}). Is Gaffe running there? See gaffe doctor`,
      );
    });
  }

  function refusalOf(status: number, text: string): Exit {
    const { detail = `the answer has status ${status}`, field } = problemIn(text);
    const message = field === undefined ? detail : `${field}: ${detail}`;
    if (status === 401 || status === 403) {
      const how = `Make a token under Settings > API Token of ${baseUrl}, and use gaffe login or set GAFFE_TOKEN`;
      return new Exit(exitCodes.auth, `${message}. ${how}`);
    }
    if (status >= 300 && status < 400)
      return new Exit(exitCodes.network, `${baseUrl} leads elsewhere: set GAFFE_ENDPOINT to where Gaffe is`);
    if (status >= 500) return new Exit(exitCodes.network, `${baseUrl}: ${message}`);
    return new Refusal(status, detail, field);
  }
}

/** The service rejects a request; `field` is where in the request the mistake is. */
export class Refusal extends Exit {
  readonly status: number;
  readonly detail: string;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field: string | undefined) {
    super(exitCodes.usage, field === undefined ? detail : `${field}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.field = field;
  }
}

function problemIn(text: string): { readonly detail?: string; readonly field?: string } {
  try {
    return JSON.parse(text) as { detail?: string; field?: string };
  } catch {
    return {};
  }
}
