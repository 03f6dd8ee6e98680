import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/routes/route.ts";
import { userJson } from "../../server/routes/to-json.ts";
import { MadeResetLink, User, UserChange } from "../contract/account.ts";

type Needs = Pick<ApiNeeds, "users" | "door">;

export function userRoutes({ users, door }: Needs) {
  const byId = { id: Id };
  const lastAdmin = () => refusal("conflict", "an account keeps at least one admin: make somebody else one first");
  return [
    defineRoute({
      method: "GET",
      path: "/users",
      scope: "admin",
      role: "viewer",
      tag: "access",
      summary: "List the people of the account",
      answers: { 200: z.strictObject({ items: z.array(User) }) },
      handle: async ({ principal }) => ok({ items: (await users.list(principal.accountId)).map(userJson) }),
    }),

    defineRoute({
      method: "PATCH",
      path: "/users/:id",
      scope: "admin",
      tag: "access",
      summary: "Change somebody's role; their sessions end",
      params: byId,
      body: UserChange,
      answers: { 200: User },
      async handle({ principal: { accountId, by }, params: { id }, body: { role } }) {
        const outcome = await users.setRole(accountId, id, role);
        if (outcome === "last_admin") throw lastAdmin();
        const user = (await users.list(accountId)).find((known) => known.id === id);
        if (outcome === "missing" || !user) throw notFound("user");
        await door.sessions.end(id, by.kind === "user" && by.id === id ? { except: by.sessionId } : {});
        return ok(userJson(user));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/users/:id",
      scope: "admin",
      tag: "access",
      summary: "Remove somebody from the account; tokens they made stay, see the list of tokens",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const outcome = await users.remove(principal.accountId, params.id);
        if (outcome === "last_admin") throw lastAdmin();
        if (outcome === "missing") throw notFound("user");
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/users/:id/password-reset",
      scope: "admin",
      tag: "access",
      summary: "Make a link with which somebody sets a new password, for where no mail is sent",
      params: byId,
      answers: { 201: MadeResetLink },
      secretAnswer: true,
      async handle({ principal, params }) {
        const user = (await users.list(principal.accountId)).find(({ id }) => id === params.id);
        if (!user) throw notFound("user");
        const { url, expiresAt } = await door.reset.makeLink(user);
        return { status: 201, body: { url, expiresAt: isoTime(expiresAt) } };
      },
    }),
  ];
}
