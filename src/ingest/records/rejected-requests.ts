import { type Kysely, type Selectable, sql } from "kysely";
import { digest } from "../../platform/crypto/digest.ts";
import type { Tables } from "../../storage/index.ts";
import type { RejectedRequestStore } from "../ports/rejected-requests.ts";
import type { RejectedRequest } from "../rejected-request.ts";

/** The project id of requests without a project. */
const nobody = "";

export function createRejectedRequestStore(db: Kysely<Tables>): RejectedRequestStore {
  return {
    add: (found, { atMost, since }) =>
      db.transaction().execute(async (step) => {
        // A fixed order avoids deadlocks between replicas.
        const projects = [...found].map(([project = nobody, requests]) => ({ project, requests }));
        for (const { project, requests } of projects.toSorted((a, b) => (a.project < b.project ? -1 : 1))) {
          const rows = requests.map((request) => rowOf(project, request));
          await step
            .insertInto("rejected_requests")
            .values(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
            .onConflict((conflict) =>
              conflict.columns(["project_id", "id"]).doUpdateSet({
                at: sql<number>`case when excluded.at > rejected_requests.at then excluded.at else rejected_requests.at end`,
                count: sql<number>`rejected_requests.count + excluded.count`,
              }),
            )
            .execute();
          await step
            .deleteFrom("rejected_requests")
            .where("project_id", "=", project)
            .where("id", "not in", (query) =>
              query
                .selectFrom("rejected_requests")
                .select("id")
                .where("project_id", "=", project)
                .orderBy("at", "desc")
                .orderBy("id")
                .limit(atMost),
            )
            .execute();
        }
        await step.deleteFrom("rejected_requests").where("at", "<", since).execute();
      }),

    async list(project) {
      const rows = await db
        .selectFrom("rejected_requests")
        .selectAll()
        .where("project_id", "=", project ?? nobody)
        .orderBy("at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(requestOf);
    },
  };
}

type Row = Selectable<Tables["rejected_requests"]>;

function rowOf(project: string, { at, count, route, status, reason, tokenHint }: RejectedRequest): Row {
  const id = digest(route, `${status}`, reason, tokenHint ?? "");
  const values = { route, status, reason, token_hint: tokenHint ?? null };
  // The column holds whole milliseconds.
  return { project_id: project, id, at: Math.floor(at), count, ...values };
}

function requestOf({ at, count, route, status, reason, token_hint }: Row): RejectedRequest {
  return { at, count, route, status, reason, ...(token_hint === null ? {} : { tokenHint: token_hint }) };
}
