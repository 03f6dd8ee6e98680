import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import type { Principal } from "../../server/access.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/routes/route.ts";
import { userJson } from "../../server/routes/to-json.ts";
import type { Session } from "../account.ts";
import { BrowserSession, PasswordChange, SignOut, User } from "../contract/account.ts";

/** What people do with their own sign-in. A token is nobody, so it may not. The door itself tells the audit log. */
export function meRoutes({ door }: Pick<ApiNeeds, "door">) {
  return [
    defineRoute({
      method: "POST",
      path: "/sign-out",
      scope: "read",
      people: true,
      tag: "accounts",
      summary: "Sign out here, or everywhere",
      body: SignOut,
      answers: { 204: undefined },
      secretAnswer: true,
      async handle({ principal, visitor, body: { everywhere } }) {
        const { accountId } = principal;
        const takenBack = await door.signOut({ ...person(principal), accountId }, everywhere, visitor);
        return { status: 204, headers: { "set-cookie": takenBack } };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/me/password",
      scope: "read",
      people: true,
      tag: "accounts",
      summary: "Change one's password; all other sessions end",
      body: PasswordChange,
      answers: { 200: User },
      secretAnswer: true,
      async handle({ principal, visitor, body }) {
        const { user, cookie } = await door.changePassword({ email: person(principal).email, ...body }, visitor);
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/me/sessions",
      scope: "read",
      people: true,
      tag: "accounts",
      summary: "List the browsers in which one is signed in",
      answers: { 200: z.strictObject({ items: z.array(BrowserSession) }) },
      async handle({ principal }) {
        const { id: userId, sessionId } = person(principal);
        const items = (await door.sessions.list(userId)).map((session) => sessionJson(session, sessionId));
        return ok({ items });
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/me/sessions/:id",
      scope: "read",
      people: true,
      tag: "accounts",
      summary: "Sign out another browser",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal, params }) {
        if ((await door.sessions.end(person(principal).id, { id: params.id })) === 0) throw notFound("session");
        return { status: 204 };
      },
    }),
  ];
}

function person({ by }: Principal): Extract<Principal["by"], { kind: "user" }> {
  if (by.kind !== "user") throw refusal("forbidden", "this is for people who are signed in");
  return by;
}

function sessionJson({ id, createdAt, lastSeenAt, address, agent }: Session, current: string) {
  const times = { createdAt: isoTime(createdAt), lastSeenAt: isoTime(lastSeenAt) };
  return { id, address, agent, isThis: id === current, ...times };
}
