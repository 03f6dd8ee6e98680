import type { Me, Operations, Project } from "./api.ts";
import { GaffeError } from "./errors.ts";
import { createHttp, type Given, type Http } from "./http.ts";

export interface GaffeOptions {
  /** API token; default: GAFFE_TOKEN. */
  readonly api_key?: string;
  /** Default: GAFFE_ENDPOINT, else http://127.0.0.1:4233. */
  readonly base_url?: string;
  /** The project that the token must belong to; verified before the first write that does not name a project. */
  readonly project_id?: string;
  /** Timeout of one request, in milliseconds. */
  readonly timeout?: number;
  /** Number of retries after a failure that may be temporary. */
  readonly retries?: number;
}

/** Operations that return a list page by page. */
type Paged = {
  [Name in keyof Operations]: "nextCursor" extends keyof Operations[Name]["answer"] ? Name : never;
}[keyof Operations];
type Item<Name extends Paged> = Operations[Name]["answer"] extends { readonly items: readonly (infer Each)[] }
  ? Each
  : never;

const local = "http://127.0.0.1:4233";
const largestPage = 200;
/** About a minute and a half. */
const runRetries = 20;

/** Holds what all calls need: a connection, paged lists, and the token's project. */
export class Client {
  protected readonly http: Http;
  /** For runs in progress: waits while the service restarts. */
  protected readonly retryingHttp: Http;
  readonly #project: string | undefined;
  #mine: Promise<Me> | undefined;

  constructor({ api_key, base_url, project_id, timeout = 30_000, retries = 4 }: GaffeOptions = {}) {
    const apiKey = (api_key ?? process.env["GAFFE_TOKEN"] ?? "").trim();
    if (apiKey === "") throw new GaffeError("Missing API key: pass api_key, or set GAFFE_TOKEN");
    if (!/^[!-~]+$/.test(apiKey)) throw new GaffeError("the API key has a character that no key has: copy it whole");
    const baseUrl = addressOf(base_url ?? process.env["GAFFE_ENDPOINT"] ?? local);
    this.#project = project_id;
    const reached = { baseUrl, apiKey, timeoutMs: timeout };
    this.http = createHttp({ ...reached, retries });
    this.retryingHttp = createHttp({ ...reached, retries: Math.max(retries, runRetries) });
  }

  /** Returns the projects of the token: its own, or all of the account with the scope admin. */
  async get_projects(): Promise<readonly Project[]> {
    return (await this.http.send("GET /projects", {})).items;
  }

  /** Returns the items of all pages, at most `limit`. */
  protected async pages<Name extends Paged>(
    name: Name,
    given: Given<Name>,
    limit = Infinity,
  ): Promise<readonly Item<Name>[]> {
    const items: Item<Name>[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined && items.length < limit; ) {
      const size = Math.min(largestPage, limit - items.length);
      const query: object = { ...("query" in given ? given.query : {}), limit: size, cursor: cursor || undefined };
      const page: Operations[Paged]["answer"] = await this.http.send(name, { ...given, query });
      items.push(...(page.items as readonly Item<Name>[]));
      cursor = page.nextCursor;
    }
    return items;
  }

  /** Throws if the requested project is not the token's. */
  protected async mustBe(project = this.#project): Promise<void> {
    if (project === undefined) return;
    this.#mine ??= this.http.send("GET /me", {});
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
    throw new GaffeError(`${text} isn't an address: write base_url as ${local}`, { field: "base_url" });
  return text.replace(/\/+$/, "");
}
