import { z } from "zod";
import { monitorsOf } from "../access/first-start.ts";
import { hintOf, newSecret, sha256Of } from "../access/secret.ts";
import { MadeToken, NewProject, NewToken, Project, Token } from "../contract/access.ts";
import { Id } from "../contract/common.ts";
import { mayDo } from "../domain/access.ts";
import { asProjectId } from "../domain/ids.ts";
import { randomId } from "../lib/random-id.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";
import { projectJson, tokenJson } from "./to-json.ts";

type Needs = Pick<ApiNeeds, "projects" | "tokens" | "defaultMonitors" | "monitorsChanged" | "now">;

export function accessRoutes({ projects, tokens, defaultMonitors, monitorsChanged, now }: Needs) {
  return [
    defineRoute({
      method: "GET",
      path: "/tokens",
      scope: "admin",
      tag: "access",
      summary: "List the account's API tokens, without their secrets",
      answers: { 200: z.strictObject({ items: z.array(Token) }) },
      handle: async ({ principal }) => ok({ items: (await tokens.list(principal.accountId)).map(tokenJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/tokens",
      scope: "admin",
      tag: "access",
      summary: "Make an API token; its secret is in this answer and nowhere else",
      body: NewToken,
      answers: { 201: MadeToken },
      secretAnswer: true,
      async handle({ principal, body }) {
        const at = now();
        const project = await projects.get(asProjectId(body.projectId ?? principal.projectId));
        if (project?.accountId !== principal.accountId) throw notFound("project");
        const stronger = body.scopes.find((scope) => !mayDo(principal, scope));
        if (stronger !== undefined) throw refusal("forbidden", `this token may not grant ${stronger}`, "scopes");
        const expiresAt = body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt);
        if (expiresAt !== undefined && expiresAt <= at) {
          throw refusal("invalid-request", "it would have expired already", "expiresAt");
        }
        const secret = newSecret();
        const token = {
          id: randomId("token"),
          accountId: principal.accountId,
          projectId: project.id,
          name: body.name,
          hint: hintOf(secret),
          scopes: body.scopes,
          createdAt: at,
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
      tag: "access",
      summary: "Revoke an API token; it is refused everywhere within 5 seconds",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal, params }) {
        if (!(await tokens.revoke(principal.accountId, params.id, now()))) throw notFound("token");
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/projects",
      scope: "read",
      tag: "access",
      summary: "List projects: all of the account for an admin, otherwise the token's own",
      answers: { 200: z.strictObject({ items: z.array(Project) }) },
      async handle({ principal }) {
        const all = await projects.list(principal.accountId);
        const seen = mayDo(principal, "admin") ? all : all.filter(({ id }) => id === principal.projectId);
        return ok({ items: seen.map(projectJson) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/projects",
      scope: "admin",
      tag: "access",
      summary: "Create a project with the default monitors",
      body: NewProject,
      answers: { 201: Project },
      async handle({ principal, body: { name, language } }) {
        const createdAt = now();
        const id = asProjectId(randomId("project"));
        const named = language === undefined ? {} : { language };
        const project = { id, accountId: principal.accountId, name, createdAt, ...named };
        if (!(await projects.add(project, monitorsOf(id, defaultMonitors, createdAt)))) {
          throw refusal("conflict", "the account has a project of this name", "name");
        }
        monitorsChanged(id);
        return { status: 201, body: projectJson(project) };
      },
    }),
  ];
}
