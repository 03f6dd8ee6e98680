import { z } from "zod";
import { isoTime } from "../../datapoints/contract/datapoint-json.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok } from "../../server/routes/route.ts";
import { Mute } from "../contract/notification.ts";

export function muteRoutes({ mutes }: Pick<ApiNeeds, "mutes">) {
  return [
    defineRoute({
      method: "GET",
      path: "/mutes",
      scope: "read",
      tag: "notifications",
      summary: "List which e-mail addresses asked not to be told of what",
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
      summary: "Tell that address again",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        if (!(await mutes.remove(projectId, params.id))) throw notFound("mute");
        return { status: 204 };
      },
    }),
  ];
}
