import type { Kysely, Transaction } from "kysely";
import { asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { ChangeTopic, ProjectChanges } from "../ports/project-changes.ts";
import type { Tables } from "./tables.ts";

export function createProjectChanges(db: Kysely<Tables>): ProjectChanges {
  return {
    async newest(topic) {
      const row = await db
        .selectFrom("project_changes")
        .select("number")
        .where("topic", "=", topic)
        .orderBy("number", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.number ?? 0;
    },

    async since(topic, number) {
      const rows = await db
        .selectFrom("project_changes")
        .select(["project_id", "number"])
        .where("topic", "=", topic)
        .where("number", ">", number)
        .orderBy("number")
        .execute();
      return { projects: rows.map((row) => asProjectId(row.project_id)), newest: rows.at(-1)?.number ?? number };
    },
  };
}

/**
 * Records that a project changed, as the last statement of the transaction that changed it. The counter's row stays
 * locked until the commit, so numbers become visible in order, and no transaction waits for another lock while it
 * holds it.
 */
export async function recordChange(step: Transaction<Tables>, topic: ChangeTopic, project: ProjectId): Promise<void> {
  const { number } = await step
    .insertInto("change_counter")
    .values({ name: "projects", number: 1 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((column) => ({ number: column("change_counter.number", "+", 1) })),
    )
    .returning("number")
    .executeTakeFirstOrThrow();
  await step
    .insertInto("project_changes")
    .values({ topic, project_id: project, number })
    .onConflict((conflict) => conflict.columns(["topic", "project_id"]).doUpdateSet({ number }))
    .execute();
}
