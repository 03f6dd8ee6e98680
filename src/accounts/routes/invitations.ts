import { z } from "zod";
import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import type { MailedLink } from "../account.ts";
import { Invitation, MadeInvitation, NewInvitation } from "../contract/account.ts";
import type { MailedLinkStore } from "../ports/accounts.ts";
import type { AuthenticationService } from "../sign-in/authentication-service.ts";

interface InvitationRouteDependencies {
  readonly mailedLinks: Pick<MailedLinkStore, "invitations" | "withdraw">;
  readonly authenticationService: AuthenticationService;
}

export function invitationRoutes({ mailedLinks, authenticationService }: InvitationRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/invitations",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "List pending invitations",
      answers: { 200: z.strictObject({ items: z.array(Invitation) }) },
      handle: async ({ principal }) =>
        ok({ items: (await mailedLinks.invitations(principal.accountId)).flatMap(invitationJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/invitations",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Invite a person by email; the response also contains the link",
      body: NewInvitation,
      answers: { 201: MadeInvitation },
      secretAnswer: true,
      async handle({ principal: { accountId, actor, by }, body: { email, role } }) {
        const invitedBy = by.kind === "user" ? by.email : "An admin";
        const { link, url, isMailed } = await authenticationService.invite(
          { accountId, madeBy: actor, invitedBy },
          email,
          role,
        );
        const [invitation] = invitationJson(link);
        return { status: 201, body: { ...invitation, url, isMailed } };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/invitations/:id",
      scope: "admin",
      ofAccount: true,
      tag: "access",
      summary: "Withdraw an invitation",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal, params }) {
        if (!(await mailedLinks.withdraw(principal.accountId, params.id))) throw notFound("invitation");
        return { status: 204 };
      },
    }),
  ];
}

function invitationJson({ id, email, purpose, createdAt, expiresAt }: MailedLink) {
  if (purpose.kind !== "invitation") return [];
  const { role, madeBy: invitedBy } = purpose;
  return [{ id, email, role, invitedBy, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) }];
}
