import type { IncomingHttpHeaders } from "node:http";
import type { ProjectStore } from "../../app/ports/records.ts";
import { Failure } from "../../platform/failure.ts";
import { type AccountId, asProjectId, firstAccount, globalProject, type ProjectId } from "../../platform/ids.ts";
import { mayDo, type Principal, type Project, scopesOfRole } from "../../server/access.ts";
import type { BrowserSessions } from "../../server/browser-sessions.ts";
import { refuse } from "../../server/refuse.ts";
import type { User } from "../account.ts";
import type { UserStore } from "../ports/accounts.ts";
import type { Authenticate } from "./authenticate.ts";
import { presentedToken } from "./credentials.ts";
import { isFromOwnPage } from "./own-page.ts";

interface Needs {
  readonly authenticate: Authenticate;
  readonly sessions: Pick<BrowserSessions, "find">;
  readonly users: Pick<UserStore, "any">;
  readonly projects: Pick<ProjectStore, "get" | "list">;
  readonly baseUrl: () => string;
}

interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** It comes from this machine, to which alone the service listens. */
  readonly isLocal: boolean;
}

export type Who = (asked: Asked) => Promise<Principal | undefined>;

/** The header in which a person's browser names the project it shows. */
const projectHeader = "x-gaffe-project";

/**
 * Who sends a request: by a token, by a session, or by being at this machine as long as nobody has signed up. Undefined
 * without any of these; throws Failure("caller") for a wrong token, a foreign page or a foreign project.
 */
export function createWho({ authenticate, sessions, users, projects, baseUrl }: Needs): Who {
  let hasUsers = false;

  return async ({ method, headers, isLocal }) => {
    const wanted = headers[projectHeader];
    const project = typeof wanted === "string" && wanted !== "" ? asProjectId(wanted) : undefined;
    const secret = presentedToken(headers);
    if (secret !== undefined) return byToken(secret, project);
    const found = await sessions.find(headers);
    if (found) {
      if (!isFromOwnPage({ method, headers, baseUrl: baseUrl() })) {
        throw refuse("forbidden", "a browser may send this from Gaffe's own pages only");
      }
      return byUser(found.user, found.session.id, project);
    }
    if (!isLocal || (hasUsers ||= await users.any())) return undefined;
    return { ...localOperator, projectId: await own(firstAccount, project ?? globalProject) };
  };

  async function byToken(secret: string, project: ProjectId | undefined): Promise<Principal | undefined> {
    // An empty token is no token: it is refused here even where senders of spans need none.
    const identity = secret === "" ? undefined : await authenticate(secret);
    if (!identity) return undefined;
    if (identity.kind === "refused") throw new Failure("caller", identity.message, { problem: "invalid-token" });
    const { principal } = identity;
    if (project === undefined || project === principal.projectId) return principal;
    // Who may make a token for every project of the account may as well look into it.
    if (!mayDo(principal, "admin")) throw noProject();
    return { ...principal, projectId: await own(principal.accountId, project) };
  }

  async function byUser(user: User, sessionId: string, project: ProjectId | undefined): Promise<Principal> {
    const { id, accountId, email, role } = user;
    return {
      accountId,
      projectId: project === undefined ? await usual(accountId) : await own(accountId, project),
      scopes: scopesOfRole[role],
      actor: `user:${email}`,
      by: { kind: "user", id, email, role, sessionId },
    };
  }

  async function own(account: AccountId, id: ProjectId): Promise<ProjectId> {
    const project = await projects.get(id);
    if (project?.accountId !== account) throw noProject();
    return project.id;
  }

  /** The oldest one that is in use: Global, unless it was archived. */
  async function usual(account: AccountId): Promise<ProjectId> {
    const all: readonly Project[] = await projects.list(account);
    const first = all.find(({ archivedAt }) => archivedAt === undefined);
    if (!first) throw noProject();
    return first.id;
  }
}

const noProject = () => refuse("not-found", "there is no such project in this account", projectHeader);

/** Whoever sits at this machine before anybody signed up: everything but tokens, people and projects. */
const localOperator: Principal = {
  accountId: firstAccount,
  projectId: globalProject,
  scopes: ["ingest", "read", "write"],
  actor: "local",
  by: { kind: "local" },
};
