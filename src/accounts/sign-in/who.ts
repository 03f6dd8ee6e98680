import { Failure } from "../../platform/failure.ts";
import { type AccountId, asProjectId, firstAccount, globalProject, type ProjectId } from "../../platform/ids.ts";
import type { Client, Identify, Principal, Project, ProjectRole } from "../../server/index.ts";
import { isFromOwnPage, mayDo, roleIn, scopesIn } from "../../server/service.ts";
import type { ProjectRoleStore, SessionFound, UserStore } from "../ports/accounts.ts";
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
  readonly projectRoles: Pick<ProjectRoleStore, "of">;
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
export function createWho({
  authenticate,
  sessions,
  users,
  projects,
  projectRoles,
  baseUrl,
}: WhoDependencies): Identify {
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
    const { id, accountId, email, role: accountRole } = user;
    const given = accountRole === "admin" ? new Map<ProjectId, ProjectRole>() : await projectRoles.of(id);
    const roleOf = (each: ProjectId) => roleIn(accountRole, given.get(each));
    const projectId = await (project === undefined
      ? usual(accountId, (each) => roleOf(each) !== "none")
      : own(accountId, project));
    const role = roleOf(projectId);
    // The same response as for a project that does not exist.
    if (role === "none") throw noProject();
    return {
      accountId,
      projectId,
      scopes: isEnrolling ? [] : scopesIn(accountRole, role),
      actor: `user:${email}`,
      by: {
        kind: "user",
        id,
        email,
        role,
        accountRole,
        sessionId: session.id,
        ...(isEnrolling ? { isEnrolling } : {}),
      },
    };
  }

  async function own(account: AccountId, id: ProjectId): Promise<ProjectId> {
    const project = await projects.get(id);
    if (project?.accountId !== account) throw noProject();
    return project.id;
  }

  /** The oldest active project that the person reaches: Global, unless it was archived. */
  async function usual(account: AccountId, isReached: (id: ProjectId) => boolean): Promise<ProjectId> {
    const all: readonly Project[] = await projects.list(account);
    const first = all.find(({ id, archivedAt }) => archivedAt === undefined && isReached(id));
    if (!first) throw refuse("forbidden", "you have no access to any project: ask an admin of the account");
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
