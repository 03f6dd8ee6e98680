import { z } from "zod";
import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import type { Session } from "../account.ts";
import { BrowserSession, Mailed, PasswordChange, SignOut, User } from "../contract/account.ts";
import type { Recipients } from "../recipients/recipients.ts";
import type { AuthenticationService } from "../sign-in/authentication-service.ts";
import { userJson } from "./account-json.ts";
import { person } from "./person.ts";

interface MeRoutesDependencies {
  readonly authenticationService: AuthenticationService;
  readonly recipients: Pick<Recipients, "requestAgain">;
}

/**
 * Routes for a person's own sign-in. Tokens may not use them. The authentication service writes the audit
 * entries.
 */
export function meRoutes({ authenticationService, recipients }: MeRoutesDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/sign-out",
      scope: "read",
      people: true,
      whileEnrolling: true,
      tag: "accounts",
      summary: "Sign out here, or everywhere",
      body: SignOut,
      answers: { 204: undefined },
      secretAnswer: true,
      async handle({ principal, visitor, body: { everywhere } }) {
        const clearedCookie = await authenticationService.signOut(person(principal), everywhere, visitor);
        return { status: 204, headers: { "set-cookie": clearedCookie } };
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
        const { user, cookie } = await authenticationService.changePassword(
          { email: person(principal).email, ...body },
          visitor,
        );
        return { ...ok(userJson(user)), headers: { "set-cookie": cookie } };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/me/email-confirmation",
      scope: "read",
      people: true,
      tag: "accounts",
      summary: "Send the email that confirms one's address again",
      answers: { 202: Mailed },
      async handle({ principal }) {
        const { email: address } = person(principal);
        const about = { requestedBy: "A new member", about: "their account" };
        await recipients.requestAgain({ accountId: principal.accountId, address, ...about });
        return { status: 202, body: { mailed: true } };
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
        const items = (await authenticationService.sessions.list(userId)).map((session) =>
          sessionJson(session, sessionId),
        );
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
        if ((await authenticationService.sessions.end(person(principal).id, { id: params.id })) === 0)
          throw notFound("session");
        return { status: 204 };
      },
    }),
  ];
}

function sessionJson({ id, createdAt, lastSeenAt, address, agent }: Session, current: string) {
  const times = { createdAt: isoTime(createdAt), lastSeenAt: isoTime(lastSeenAt) };
  return { id, address, agent, isThis: id === current, ...times };
}
