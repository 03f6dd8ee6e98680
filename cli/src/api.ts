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
}

/** The REST API of a Gaffe. Throws Exit with the status that scripts are promised. */
export function createApi({ baseUrl, apiKey }: Connection): Api {
  return {
    get: async (path) => JSON.parse(await send("GET", path)) as never,
    text: (path) => send("GET", path),
    post: async (path, body) => JSON.parse(await send("POST", path, body)) as never,
    patch: async (path, body) => JSON.parse(await send("PATCH", path, body)) as never,
  };

  async function send(method: string, path: string, body?: unknown): Promise<string> {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { "api-key": apiKey, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch((thrown: unknown) => {
      const why = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : String(thrown);
      throw new Exit(
        exitCodes.network,
        `${baseUrl} does not answer (${why}). Is Gaffe running there? See gaffe doctor`,
      );
    });
    const text = await response.text();
    if (response.ok) return text;
    const detail = detailOf(text) ?? `the answer has status ${response.status}`;
    if (response.status === 401 || response.status === 403) {
      throw new Exit(
        exitCodes.auth,
        `${detail}. Make a token under Settings > API tokens of ${baseUrl}, and set GAFFE_API_KEY`,
      );
    }
    if (response.status >= 500) throw new Exit(exitCodes.network, `${baseUrl}: ${detail}`);
    throw new Exit(exitCodes.usage, detail);
  }
}

function detailOf(text: string): string | undefined {
  try {
    const { detail, field } = JSON.parse(text) as { detail?: string; field?: string };
    return detail === undefined ? undefined : `${field === undefined ? "" : `${field}: `}${detail}`;
  } catch {
    return undefined;
  }
}
