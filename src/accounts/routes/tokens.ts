import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { Token as DomainToken, Principal } from "../../server/index.ts";
import {
  defineRoute,
  Id,
  MadeToken,
  mayDo,
  mayHaveToken,
  NewToken,
  notFound,
  ok,
  refusal,
  roleIn,
  TokenJson as Token,
} from "../../server/service.ts";
import type { ProjectRoleStore } from "../ports/accounts.ts";
import type { ProjectStore, TokenStore } from "../ports/projects.ts";
import { hintOf, newSecret, sha256Of } from "../sign-in/secret.ts";
import { tokenJson } from "./account-json.ts";

interface TokenRouteDependencies {
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly projectRoles: Pick<ProjectRoleStore, "of">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Admins see and revoke every token of the account, those of a project its tokens; members only tokens they created. */
export function tokenRoutes({ projects, tokens, projectRoles, now }: TokenRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/tokens",
      scope: "admin",
      role: "member",
      tag: "access",
      summary: "List the account's API tokens, without their secrets; a member's own for a member",
      answers: { 200: z.strictObject({ items: z.array(Token) }) },
      handle: async ({ principal }) => ok({ items: (await seenBy(principal)).map(tokenJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/tokens",
      scope: "admin",
      role: "member",
      tag: "access",
      summary: "Make an API token; its secret is in this answer and nowhere else",
      body: NewToken,
      answers: { 201: MadeToken },
      secretAnswer: true,
      async handle({ principal, body }) {
        const at = now();
        const project = await projects.get(asProjectId(body.projectId ?? principal.projectId));
        if (project?.accountId !== principal.accountId) throw notFound("project");
        const access = await accessIn(principal, project.id);
        if (access?.role === "none") throw notFound("project");
        const stronger = body.scopes.find((scope) =>
          access ? !mayHaveToken(access, [scope]) : !mayDo(principal, scope),
        );
        if (stronger !== undefined) throw refusal("forbidden", `you may not grant ${stronger}`, "scopes");
        const expiresAt = body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt);
        if (expiresAt !== undefined && expiresAt <= at) {
          throw refusal("invalid-request", "it would have expired already", "expiresAt");
        }
        const { by } = principal;
        const personal = access !== undefined && (body.personal ?? access.role !== "admin");
        if (access && access.role !== "admin" && !personal)
          throw refusal("forbidden", "only admins create tokens that outlast their creator", "personal");
        if (body.personal && by.kind !== "user")
          throw refusal("invalid-request", "a personal token is created by a signed-in person", "personal");
        const secret = newSecret();
        const token: DomainToken = {
          id: randomId("token"),
          accountId: principal.accountId,
          projectId: project.id,
          name: body.name,
          hint: hintOf(secret),
          scopes: body.scopes,
          createdAt: at,
          madeBy: principal.actor,
          ...(personal && by.kind === "user" ? { userId: by.id } : {}),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        };
        await tokens.add(token, sha256Of(secret));
        return { status: 201, body: { ...tokenJson(token), secret } };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/tokens/:id",
      scope: "admin",
      role: "member",
      tag: "access",
      summary: "Revoke an API token; it is refused everywhere within 5 seconds",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const mine = (await seenBy(principal)).some(({ id }) => id === params.id);
        if (!mine || !(await tokens.revoke(principal.accountId, params.id, now()))) throw notFound("token");
        return { status: 204 };
      },
    }),
  ];

  /** Returns the roles of a signed-in person in a project; undefined for a token. */
  async function accessIn({ by }: Principal, project: ProjectId) {
    if (by.kind !== "user") return undefined;
    const { accountRole } = by;
    return { accountRole, role: roleIn(accountRole, (await projectRoles.of(by.id)).get(project)) };
  }

  async function seenBy(principal: Principal): Promise<readonly DomainToken[]> {
    const all = await tokens.list(principal.accountId);
    if (mayDo(principal, "admin")) return all;
    const { by, actor, projectId } = principal;
    const own = all.filter(({ madeBy }) => madeBy === actor);
    if (by.kind !== "user") return own;
    const given = await projectRoles.of(by.id);
    const isReached = (token: DomainToken) => roleIn(by.accountRole, given.get(token.projectId)) !== "none";
    const isOfProject = (token: DomainToken) =>
      by.role === "admin" && token.projectId === projectId && !token.scopes.includes("admin");
    return all.filter((token) => (token.madeBy === actor && isReached(token)) || isOfProject(token));
  }
}
