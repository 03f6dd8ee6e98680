import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok } from "../../server/routes/route.ts";
import type { MailedLink } from "../account.ts";
import { Invitation, MadeInvitation, NewInvitation } from "../contract/account.ts";

type Needs = Pick<ApiNeeds, "mailedLinks" | "door">;

export function invitationRoutes({ mailedLinks, door }: Needs) {
  return [
    defineRoute({
      method: "GET",
      path: "/invitations",
      scope: "admin",
      tag: "access",
      summary: "List invitations that nobody has accepted yet",
      answers: { 200: z.strictObject({ items: z.array(Invitation) }) },
      handle: async ({ principal }) =>
        ok({ items: (await mailedLinks.invitations(principal.accountId)).flatMap(invitationJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/invitations",
      scope: "admin",
      tag: "access",
      summary: "Invite somebody by e-mail; the link is in this answer, too",
      body: NewInvitation,
      answers: { 201: MadeInvitation },
      secretAnswer: true,
      async handle({ principal: { accountId, actor, by }, body: { email, role } }) {
        const invitedBy = by.kind === "user" ? by.email : "An admin";
        const { link, url, isMailed } = await door.invite({ accountId, madeBy: actor, invitedBy }, email, role);
        const [invitation] = invitationJson(link);
        return { status: 201, body: { ...invitation, url, isMailed } };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/invitations/:id",
      scope: "admin",
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
