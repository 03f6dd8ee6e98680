import {
  httpRequest,
  type OperationName,
  problemIn,
  type RequestOf,
  type ResponseOf,
} from "../../../../../packages/api-client/src/operation.ts";
import { ofTab } from "../../app/shell/browser-store.ts";
import { shownProject } from "../address/link.ts";
import { ApiProblem } from "./problem.ts";

export type ApiCall<Name extends OperationName> = RequestOf<Name> & {
  readonly signal?: AbortSignal | undefined;
  /** False for requests about the person or the account, which concern no project. */
  readonly project?: false;
};
/** Optional if the operation requires no parameter. */
type ApiCalls<Name extends OperationName> = {} extends RequestOf<Name> ? [call?: ApiCall<Name>] : [call: ApiCall<Name>];

/** Calls /api/v1 and returns the JSON response. Throws ApiProblem for every response that isn't a success. */
export const callApi = <Name extends OperationName>(name: Name, ...[call]: ApiCalls<Name>): Promise<ResponseOf<Name>> =>
  callWith(name, call ?? ({} as ApiCall<Name>));

/** Does the same with parameters of an operation that its caller chooses. */
export async function callWith<Name extends OperationName>(name: Name, call: ApiCall<Name>): Promise<ResponseOf<Name>> {
  const response = await sendWith(name, call);
  try {
    return (response.status === 204 ? undefined : await response.json()) as ResponseOf<Name>;
  } catch (thrown) {
    if (call.signal?.aborted) throw thrown;
    throw new ApiProblem({
      status: 0,
      detail: "The response did not come from Gaffe. A proxy or network login page may be intercepting requests.",
    });
  }
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

/** Returns the raw response, for text and streams. Throws the same errors as `callApi`. */
export const send = <Name extends OperationName>(name: Name, ...[call]: ApiCalls<Name>): Promise<Response> =>
  sendWith(name, call ?? ({} as ApiCall<Name>));

export async function sendWith<Name extends OperationName>(name: Name, call: ApiCall<Name>): Promise<Response> {
  const { signal, project } = call;
  const token = enteredToken.get();
  const { path, ...request } = httpRequest(name, call);
  let response: Response;
  try {
    response = await fetch(path, {
      ...request,
      headers: {
        ...(token === undefined ? {} : { "api-key": token }),
        ...(project === false ? {} : projectHeader()),
        ...request.headers,
      },
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
  return new ApiProblem({
    detail: `A proxy in front of Gaffe responded ${response.status} ${response.statusText}. Check that Gaffe is running.`,
    ...problemIn(await response.text().catch(() => "")),
    status: response.status,
  });
}
