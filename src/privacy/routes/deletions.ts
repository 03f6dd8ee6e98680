import { z } from "zod";
import type { ProjectStore } from "../../accounts/index.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, refusal } from "../../server/service.ts";
import { Deletion, NewDeletion } from "../contract/deletion.ts";
import { type Deletion as DomainDeletion, deletionDigest, nothingDeleted } from "../deletion.ts";
import type { DeletionStore } from "../ports/deletions.ts";

interface DeletionRouteDependencies {
  readonly deletions: Pick<DeletionStore, "add" | "list" | "get">;
  /** Called after a new deletion request. */
  readonly deletionsChanged: () => void;
  readonly projects: ProjectStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Permanent deletion needs the scope admin. */
export function deletionRoutes({ deletions, deletionsChanged, projects, now }: DeletionRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/deletions",
      scope: "read",
      tag: "privacy",
      summary: "List deletion requests and what they deleted, newest first",
      answers: { 200: z.strictObject({ items: z.array(Deletion) }) },
      handle: async ({ principal }) => ok({ items: (await deletions.list(principal.projectId)).map(deletionJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/deletions",
      scope: "admin",
      tag: "privacy",
      summary: "Delete a datapoint, a session, a user or all data of the project, for good",
      body: NewDeletion,
      answers: { 202: Deletion },
      async handle({ principal: { projectId, actor }, body: { kind, value } }) {
        if (kind === "project") await refuseOtherName(projectId, value);
        const at = now();
        const deletion: DomainDeletion = {
          id: randomId("deletion"),
          projectId,
          kind,
          value,
          digest: deletionDigest(projectId, kind, value),
          before: at,
          requestedBy: actor,
          requestedAt: at,
          state: "queued",
          passes: 0,
          nextPassAt: at,
          counts: nothingDeleted,
        };
        await deletions.add(deletion);
        deletionsChanged();
        return { status: 202, body: deletionJson(deletion) };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/deletions/:id",
      scope: "read",
      tag: "privacy",
      summary: "Show how far a deletion is, and what it deleted",
      params: { id: Id },
      answers: { 200: Deletion },
      async handle({ principal: { projectId }, params }) {
        const deletion = await deletions.get(projectId, params.id);
        if (!deletion) throw notFound("deletion");
        return ok(deletionJson(deletion));
      },
    }),
  ];

  async function refuseOtherName(project: ProjectId, name: string): Promise<void> {
    if ((await projects.get(project))?.name !== name)
      throw refusal("invalid-request", "this is not the name of the project", "value");
  }
}

function deletionJson(deletion: DomainDeletion) {
  const { id, kind, value, state, requestedBy, requestedAt, finishedAt, problem, counts } = deletion;
  return {
    id,
    kind,
    ...(value === undefined || state === "done" ? {} : { value }),
    state,
    requestedBy,
    requestedAt: isoTime(requestedAt),
    ...(finishedAt === undefined ? {} : { finishedAt: isoTime(finishedAt) }),
    ...(problem === undefined ? {} : { problem }),
    deleted: counts,
  };
}
