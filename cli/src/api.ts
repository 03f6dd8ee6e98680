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
  /** An answer that is read while it comes. */
  stream(path: string, headers?: Readonly<Record<string, string>>): Promise<ReadableStream<Uint8Array>>;
}

/** The REST API of a Gaffe. Throws Exit with the status that scripts are promised. */
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
      const response = await ask(path, { headers: { "api-key": apiKey, ...headers } });
      if (!response.ok) throw refusalOf(response.status, await response.text());
      return response.body ?? new ReadableStream();
    },
  };

  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const response = await ask(path, {
      method,
      headers: { "api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (response.ok) return text;
    throw refusalOf(response.status, text);
  }

  async function ask(path: string, request: RequestInit): Promise<Response> {
    if (apiKey === "") {
      const how = `use gaffe login, or export GAFFE_API_KEY=… (Settings > API Token of ${baseUrl})`;
      throw new Exit(exitCodes.auth, `an API token is needed: ${how}`);
    }
    // A token is for the address that it was given for.
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
    const said = field === undefined ? detail : `${field}: ${detail}`;
    if (status === 401 || status === 403) {
      const how = `Make a token under Settings > API Token of ${baseUrl}, and use gaffe login or set GAFFE_API_KEY`;
      return new Exit(exitCodes.auth, `${said}. ${how}`);
    }
    if (status >= 300 && status < 400)
      return new Exit(exitCodes.network, `${baseUrl} leads elsewhere: set GAFFE_BASE_URL to where Gaffe is`);
    if (status >= 500) return new Exit(exitCodes.network, `${baseUrl}: ${said}`);
    return new Refusal(status, detail, field);
  }
}

/** The service does not take what it was asked; `field` is where in the request the mistake is. */
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
