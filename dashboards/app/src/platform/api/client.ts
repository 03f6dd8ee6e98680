import { ofTab } from "../../app/shell/browser-store.ts";
import { shownProject } from "../address/link.ts";
import { ApiProblem } from "./problem.ts";

interface ApiCall {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** False for requests about the person or the account, which concern no project. */
  readonly project?: false;
}

/** Calls /api/v1 and returns the JSON response. Throws ApiProblem for every response that isn't a success. */
export async function callApi<Answer>(path: string, call: ApiCall = {}): Promise<Answer> {
  const response = await send(path, call);
  if (response.status === 204) return undefined as Answer;
  try {
    return (await response.json()) as Answer;
  } catch (thrown) {
    if (call.signal?.aborted) throw thrown;
    throw new ApiProblem({
      status: 0,
      detail: "The response did not come from Gaffe. A proxy or network login page may be intercepting requests.",
    });
  }
}

/** Does the same for text responses. */
export async function callApiForText(path: string, call: ApiCall = {}): Promise<string> {
  return (await send(path, call)).text();
}

/**
 * An API token that a person entered. It is stored for the lifetime of the tab only: a token isn't a session
 * and cannot be signed out remotely, so it must not be left behind on the computer.
 */
export const enteredToken = {
  get: (): string | undefined => ofTab.getItem(storageKey) ?? undefined,
  set: (secret: string): void => ofTab.setItem(storageKey, secret),
  remove: (): void => ofTab.removeItem(storageKey),
};

const storageKey = "gaffe.token";

function addressOf(path: string, query: ApiCall["query"] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return `/api/v1${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

/** Returns the raw response, for streaming. Throws the same errors as `callApi`. */
export async function send(
  path: string,
  { method = "GET", query = {}, body, signal, project }: ApiCall,
): Promise<Response> {
  const token = enteredToken.get();
  let response: Response;
  try {
    response = await fetch(addressOf(path, query), {
      method,
      headers: {
        ...(token === undefined ? {} : { "api-key": token }),
        ...(project === false ? {} : projectHeader()),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new ApiProblem({
      status: 0,
      detail: "Gaffe does not respond. Check that it is running and that this computer is connected.",
    });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

function projectHeader(): Readonly<Record<string, string>> {
  const shown = shownProject();
  return shown === undefined ? {} : { "x-gaffe-project": shown };
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => undefined)) as Readonly<Record<string, string>> | undefined;
  const { type, title, detail, field, requestId } = body ?? {};
  return new ApiProblem({
    status: response.status,
    detail:
      detail ??
      `A proxy in front of Gaffe responded ${response.status} ${response.statusText}. Check that Gaffe is running.`,
    ...(type === undefined ? {} : { type }),
    ...(title === undefined ? {} : { title }),
    ...(field === undefined ? {} : { field }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}
