import { z } from "zod";
import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import { Mute } from "../contract/notification.ts";
import type { MuteStore } from "../ports/notifications.ts";

interface MuteRoutesDependencies {
  readonly mutes: MuteStore;
}

export function muteRoutes({ mutes }: MuteRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/mutes",
      scope: "read",
      tag: "notifications",
      summary: "List muted email addresses and what they muted",
      answers: { 200: z.strictObject({ items: z.array(Mute) }) },
      async handle({ principal: { projectId } }) {
        const items = (await mutes.list(projectId)).map(
          ({ id, recipient, scope, subjectId, subjectName, createdAt }) => ({
            id,
            recipient,
            scope,
            subjectId,
            name: subjectName,
            createdAt: isoTime(createdAt),
          }),
        );
        return ok({ items });
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/mutes/:id",
      scope: "write",
      tag: "notifications",
      summary: "Resume notifications to this address",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        if (!(await mutes.remove(projectId, params.id))) throw notFound("mute");
        return { status: 204 };
      },
    }),
  ];
}
