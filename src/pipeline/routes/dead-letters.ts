import { z } from "zod";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, pageOf } from "../../server/service.ts";
import type { DeadLetterQueue, DeadLetter as DomainDeadLetter } from "../../storage/index.ts";
import { DeadLetter, DeadLetterReplay } from "../contract/pipeline.ts";
import type { DeadLetterActions } from "../ports/pipeline-status.ts";

interface DeadLetterDependencies {
  readonly deadLetters: Pick<DeadLetterQueue, "list" | "count" | "remove">;
  readonly deadLetterActions: DeadLetterActions;
}

/**
 * Creates the routes of the dead-letter queue: accepted items that could not be stored, until they are replayed or
 * deleted.
 */
export function deadLetterRoutes({ deadLetters, deadLetterActions }: DeadLetterDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/dead-letters",
      scope: "read",
      tag: "health",
      summary: "List accepted items that could not be stored, newest first, with the reason",
      query: PageQuery,
      answers: { 200: pageOf(DeadLetter).extend({ count: z.int(), bytes: z.int() }) },
      handle({ principal: { projectId }, query: { limit, cursor } }) {
        const page = deadLetters.list(projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        const { letters, bytes } = deadLetters.count(projectId);
        const items = page.items.map(deadLetterJson);
        return Promise.resolve(ok({ items, nextCursor: page.nextCursor, count: letters, bytes }));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/dead-letters/replay",
      scope: "write",
      tag: "health",
      summary: "Process dead letters again: the given IDs, or all of the project",
      body: DeadLetterReplay,
      answers: {
        202: z.strictObject({ replayed: z.int().describe("Dead letters removed from the queue") }),
      },
      async handle({ principal: { projectId: project }, body }) {
        const which = "ids" in body ? { project, ids: body.ids } : { project };
        return { status: 202, body: { replayed: await deadLetterActions.replay(which) } };
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/dead-letters/:id",
      scope: "admin",
      tag: "health",
      summary: "Delete a dead letter permanently",
      params: { id: Id },
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params: { id } }) {
        if ((await deadLetters.remove(projectId, [id])) === 0) throw notFound("dead letter");
        return { status: 204 };
      },
    }),
  ];
}

function deadLetterJson({ id, traceId, signal, reason, at, attempts, items, bytes }: DomainDeadLetter) {
  return { id, traceId, signal, reason, at: isoTime(at), attempts, items: items.length, bytes };
}
