import { Failure } from "../../platform/failure.ts";
import { type AccountId, asProjectId, firstAccount, globalProject, type ProjectId } from "../../platform/ids.ts";
import type { Client, Identify, Principal, Project } from "../../server/index.ts";
import { isFromOwnPage, mayDo, scopesOfRole } from "../../server/service.ts";
import type { SessionFound, UserStore } from "../ports/accounts.ts";
import type { ProjectStore } from "../ports/projects.ts";
import type { Authenticate } from "./authenticate.ts";
import type { BrowserSessions } from "./browser-sessions.ts";
import { presentedToken } from "./credentials.ts";
import { refuse } from "./refuse.ts";

interface WhoDependencies {
  readonly authenticate: Authenticate;
  readonly sessions: Pick<BrowserSessions, "find">;
  readonly users: Pick<UserStore, "any">;
  readonly projects: Pick<ProjectStore, "get" | "list">;
  readonly baseUrl: () => string;
}

interface Wanted {
  readonly project: ProjectId | undefined;
  readonly client: Client;
}

/** Header in which the browser names the project that it shows. */
const projectHeader = "x-gaffe-project";

/**
 * Identifies the client of a request: by a token, by a session, or as local operator while no user has signed
 * up. Returns undefined without any of these; throws Failure("caller") for a wrong token, a foreign page or a
 * foreign project.
 */
export function createWho({ authenticate, sessions, users, projects, baseUrl }: WhoDependencies): Identify {
  let hasUsers = false;

  return async ({ method, headers, client }) => {
    const wanted = headers[projectHeader];
    const project = typeof wanted === "string" && wanted !== "" ? asProjectId(wanted) : undefined;
    const secret = presentedToken(headers);
    if (secret !== undefined) return byToken(secret, { project, client });
    const found = await sessions.find(headers, client.address);
    if (found) {
      if (!isFromOwnPage({ method, headers, baseUrl: baseUrl() })) {
        throw refuse("forbidden", "a browser may send this from Gaffe's own pages only");
      }
      return byUser(found, project);
    }
    if (!client.isLocal || (hasUsers ||= await users.any())) return undefined;
    return { ...localOperator, projectId: await own(firstAccount, project ?? globalProject) };
  };

  async function byToken(secret: string, { project, client }: Wanted): Promise<Principal | undefined> {
    // An empty token is refused here, even where trace sources need none.
    const identity = secret === "" ? undefined : await authenticate(secret, client);
    if (!identity) return undefined;
    if (identity.kind === "refused") {
      const { message, retryAfterSeconds } = identity;
      if (retryAfterSeconds === undefined) throw new Failure("caller", message, { problem: "invalid-token" });
      throw new Failure("caller", message, { problem: "too-many-requests", retryAfterSeconds });
    }
    const { principal } = identity;
    if (project === undefined || project === principal.projectId) return principal;
    // Only admins may create tokens for every project of the account, so only they may read all of its
    // projects.
    if (!mayDo(principal, "admin")) throw noProject();
    return { ...principal, projectId: await own(principal.accountId, project) };
  }

  async function byUser(
    { user, session, isEnrolling }: SessionFound,
    project: ProjectId | undefined,
  ): Promise<Principal> {
    const { id, accountId, email, role } = user;
    return {
      accountId,
      projectId: project === undefined ? await usual(accountId) : await own(accountId, project),
      scopes: isEnrolling ? [] : scopesOfRole[role],
      actor: `user:${email}`,
      by: { kind: "user", id, email, role, sessionId: session.id, ...(isEnrolling ? { isEnrolling } : {}) },
    };
  }

  async function own(account: AccountId, id: ProjectId): Promise<ProjectId> {
    const project = await projects.get(id);
    if (project?.accountId !== account) throw noProject();
    return project.id;
  }

  /** The oldest active project: Global, unless it was archived. */
  async function usual(account: AccountId): Promise<ProjectId> {
    const all: readonly Project[] = await projects.list(account);
    const first = all.find(({ archivedAt }) => archivedAt === undefined);
    if (!first) throw noProject();
    return first.id;
  }
}

const noProject = () => refuse("not-found", "the project does not exist in this account", projectHeader);

/** A client on this machine before the first sign-up: may do everything but manage tokens, users and projects. */
const localOperator: Principal = {
  accountId: firstAccount,
  projectId: globalProject,
  scopes: ["ingest", "read", "write"],
  actor: "local",
  by: { kind: "local" },
};
