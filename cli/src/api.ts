import { type ApiClient, type ApiFailure, createApiClient } from "../../packages/api-client/src/client.ts";
import { type Connection, readConfig } from "./config.ts";
import { Exit, exitCodes, usage } from "./exit.ts";

/** Returns a client of the API that the settings of this folder name. */
export const apiOfSettings = (): ApiClient => createApi(readConfig(process.env));

/** Creates a client of the API. It throws Exit with the documented exit status. */
export function createApi({ baseUrl, apiKey }: Connection): ApiClient {
  if (apiKey === "") {
    const how = `use gaffe login, or export GAFFE_TOKEN=… (Settings > API Token of ${baseUrl})`;
    throw new Exit(exitCodes.auth, `an API token is needed: ${how}`);
  }
  return createApiClient({
    baseUrl,
    apiKey,
    timeoutMs: 60_000,
    retries: 0,
    errorOf: (failure) => exitOf(failure, baseUrl),
  });
}

function exitOf(failure: ApiFailure, baseUrl: string): Exit {
  switch (failure.kind) {
    case "no_response": {
      const advice = "Is Gaffe running there? See gaffe doctor";
      return new Exit(exitCodes.network, `${baseUrl} does not answer (${failure.reason}). ${advice}`);
    }
    case "not_json":
      return new Exit(
        exitCodes.network,
        `the answer of ${baseUrl}${failure.path} is not JSON: is Gaffe running there?`,
      );
    case "refused": {
      const { status, problem, path } = failure;
      // Every refusal of Gaffe has a title: this one comes from another service, or from a proxy in front of it.
      if (problem.title === undefined && status >= 400 && status !== 401 && status !== 403)
        return new Exit(exitCodes.network, foreignText(status, baseUrl, path.split("?", 1)[0] ?? path));
      const { detail = `the answer has status ${status}`, field } = problem;
      const refusal = new Refusal(status, detail, field);
      if (status === 401 || status === 403) {
        const how = `Make a token under Settings > API Token of ${baseUrl}, and use gaffe login or set GAFFE_TOKEN`;
        return new Exit(exitCodes.auth, `${refusal.message}. ${how}`);
      }
      if (status >= 500) return new Exit(exitCodes.network, `${baseUrl}: ${refusal.message}`);
      if (status >= 400) return refusal;
      return new Exit(exitCodes.network, `${baseUrl} leads elsewhere: set GAFFE_ENDPOINT to where Gaffe is`);
    }
    default:
      return failure satisfies never;
  }
}

function foreignText(status: number, baseUrl: string, path: string): string {
  const what = status === 404 ? `${path} does not exist (404)` : `${path} responded with status ${status}`;
  return `${baseUrl}${what}: Gaffe isn't running at ${baseUrl}, or a proxy responds for it. Set GAFFE_ENDPOINT to the address of Gaffe`;
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

/** Reports a rejection by the service with the position in the user's file that causes it. */
export async function withPosition<Result>(
  positionOf: (field?: string) => string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw usage(`${positionOf(thrown.field)}: ${thrown.detail}`);
  }
}
