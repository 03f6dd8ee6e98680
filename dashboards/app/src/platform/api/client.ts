import { ofTab } from "../../app/shell/browser-store.ts";
import { shownProject } from "../address/link.ts";
import { ApiProblem } from "./problem.ts";

interface Asked {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** False for what is about the person or the account, wherever they are. */
  readonly project?: false;
}

/** Asks /api/v1. Throws ApiProblem for every answer that is not a success. */
export async function ask<Answer>(path: string, asked: Asked = {}): Promise<Answer> {
  const response = await send(path, asked);
  if (response.status === 204) return undefined as Answer;
  try {
    return (await response.json()) as Answer;
  } catch (thrown) {
    if (asked.signal?.aborted) throw thrown;
    throw new ApiProblem({
      status: 0,
      detail:
        "What came was no answer of Gaffe's: something between it and you may have answered instead, or the line broke. Is the sign-in of your network asked for?",
    });
  }
}

/** The same for answers that are text. */
export async function askText(path: string, asked: Asked = {}): Promise<string> {
  return (await send(path, asked)).text();
}

/**
 * A token that was entered here. It lives as long as the tab: a token is no session, it cannot be signed out of
 * everywhere, so it is not left behind on the machine.
 */
export const enteredToken = {
  get: (): string | undefined => ofTab.getItem(storageKey) ?? undefined,
  set: (secret: string): void => ofTab.setItem(storageKey, secret),
  forget: (): void => ofTab.removeItem(storageKey),
};

const storageKey = "gaffe.token";

function addressOf(path: string, query: Asked["query"] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return `/api/v1${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

/** The answer as it comes, for whoever reads it bit by bit. Throws as `ask`. */
export async function send(
  path: string,
  { method = "GET", query = {}, body, signal, project }: Asked,
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
      detail: "Gaffe does not answer. Is it running, and is this computer connected?",
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
  const told = (await response.json().catch(() => undefined)) as Readonly<Record<string, string>> | undefined;
  const { type, title, detail, field, requestId } = told ?? {};
  return new ApiProblem({
    status: response.status,
    detail:
      detail ??
      `Something before Gaffe answered ${response.status} ${response.statusText}. Is Gaffe running behind it?`,
    ...(type === undefined ? {} : { type }),
    ...(title === undefined ? {} : { title }),
    ...(field === undefined ? {} : { field }),
    ...(requestId === undefined ? {} : { requestId }),
  });
}
