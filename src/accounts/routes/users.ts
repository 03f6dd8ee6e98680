import { z } from "zod";
import { defineRoute, Id, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { MadeResetLink, User, UserChange } from "../contract/account.ts";
import type { UserStore } from "../ports/accounts.ts";
import type { AuthenticationService } from "../sign-in/authentication-service.ts";
import { userJson } from "./account-json.ts";

interface UserRouteDependencies {
  readonly users: Pick<UserStore, "list" | "setRole" | "remove">;
  readonly authenticationService: AuthenticationService;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function userRoutes({ users, authenticationService, now }: UserRouteDependencies) {
  const byId = { id: Id };
  const lastAdmin = () => refusal("conflict", "an account needs at least one admin: make another user an admin first");
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
      ofAccount: true,
      tag: "access",
      summary: "Change the role of a user; their sessions end, and the personal tokens that it does not allow",
      params: byId,
      body: UserChange,
      answers: { 200: User },
      async handle({ principal: { accountId, by }, params: { id }, body: { role } }) {
        const outcome = await users.setRole(accountId, id, role, now());
        if (outcome === "last_admin") throw lastAdmin();
        const user = (await users.list(accountId)).find((known) => known.id === id);
        if (outcome === "missing" || !user) throw notFound("user");
        await authenticationService.sessions.end(
          id,
          by.kind === "user" && by.id === id ? { except: by.sessionId } : {},
        );
        return ok(userJson(user));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/users/:id",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Remove a user from the account; their personal tokens end",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        const outcome = await users.remove(principal.accountId, params.id, now());
        if (outcome === "last_admin") throw lastAdmin();
        if (outcome === "missing") throw notFound("user");
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/users/:id/password-reset",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Create a password reset link for a user, for installations that send no email",
      params: byId,
      answers: { 201: MadeResetLink },
      secretAnswer: true,
      async handle({ principal, params }) {
        const user = (await users.list(principal.accountId)).find(({ id }) => id === params.id);
        if (!user) throw notFound("user");
        const { url, expiresAt } = await authenticationService.reset.makeLink(user);
        return { status: 201, body: { url, expiresAt: isoTime(expiresAt) } };
      },
    }),
  ];
}
