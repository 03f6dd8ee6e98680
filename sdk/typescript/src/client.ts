import type { Me, Project } from "../../../packages/api-client/src/api.ts";
import { type ApiClient, createApiClient } from "../../../packages/api-client/src/client.ts";
import type { OperationName, RequestOf, ResponseOf } from "../../../packages/api-client/src/operation.ts";
import { errorOf, GaffeError } from "./errors.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";

export interface GaffeOptions {
  /** API token; default: GAFFE_TOKEN. */
  readonly apiKey?: string | undefined;
  /** Default: GAFFE_ENDPOINT, else http://127.0.0.1:4233. */
  readonly baseUrl?: string | undefined;
  /** The project that the token must belong to; verified before the first write that does not name a project. */
  readonly projectId?: string | undefined;
  /** Timeout of one request, in milliseconds. */
  readonly timeout?: number;
  /** Number of retries after a failure that may be temporary. */
  readonly retries?: number;
}

const optionNames: OptionNames<GaffeOptions> = {
  apiKey: true,
  baseUrl: true,
  projectId: true,
  timeout: true,
  retries: true,
};
const local = "http://127.0.0.1:4233";
/** About a minute and a half. */
const runRetries = 20;

/** Holds what all calls need: a connection, and the token's project. */
export class Client {
  protected readonly api: ApiClient;
  /** For runs in progress: waits while the service restarts. */
  protected readonly retryingApi: ApiClient;
  readonly #project: string | undefined;
  #mine: Promise<Me> | undefined;

  constructor(options: GaffeOptions = {}) {
    refuseUnknown("new Gaffe", options, optionNames);
    const { baseUrl: address, projectId, timeout = 30_000, retries = 4 } = options;
    const apiKey = (options.apiKey ?? process.env["GAFFE_TOKEN"] ?? "").trim();
    if (apiKey === "") throw new GaffeError("Missing API key: pass apiKey, or set GAFFE_TOKEN");
    if (!/^[!-~]+$/.test(apiKey)) throw new GaffeError("the API key has a character that no key has: copy it whole");
    const baseUrl = addressOf(address ?? process.env["GAFFE_ENDPOINT"] ?? local);
    this.#project = projectId;
    const connection = { baseUrl, apiKey, timeoutMs: timeout, errorOf: errorOf(baseUrl) };
    this.api = createApiClient({ ...connection, retries });
    this.retryingApi = createApiClient({ ...connection, retries: Math.max(retries, runRetries) });
  }

  /** Returns the projects of the token: its own, or all of the account with the scope admin. */
  async getProjects(): Promise<readonly Project[]> {
    return (await this.api.send("GET /projects", {})).items;
  }

  /** Sends a write. Throws if `project` is not the token's. */
  protected async write<Name extends OperationName>(
    name: Name,
    request: RequestOf<Name>,
    project = this.#project,
  ): Promise<ResponseOf<Name>> {
    if (project !== undefined) await this.#mustBe(project);
    return this.api.send(name, request);
  }

  async #mustBe(project: string): Promise<void> {
    this.#mine ??= this.api.send("GET /me", {});
    const { projectId } = await this.#mine;
    if (projectId !== undefined && projectId !== project) {
      const advice = `make a token in ${project} under Settings > API Token`;
      throw new GaffeError(`the token belongs to the project ${projectId}, not ${project}: ${advice}`);
    }
  }
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:")
    throw new GaffeError(`${text} isn't an address: write baseUrl as ${local}`, { field: "baseUrl" });
  return text.replace(/\/+$/, "");
}
