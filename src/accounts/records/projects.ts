import type { Kysely, Selectable, Transaction } from "kysely";
import { asAccountId, asProjectId } from "../../platform/ids.ts";
import type { Project } from "../../server/index.ts";
import { languages } from "../../server/service.ts";
import type { Tables } from "../../storage/index.ts";
import { recordChange } from "../../storage/service.ts";
import type { ProjectStore } from "../ports/projects.ts";

/** Adds what every new project begins with, inside the transaction that adds the project. */
export type SetUpProject = (step: Transaction<Tables>, project: Project) => Promise<void>;

export function createProjectStore(db: Kysely<Tables>, setUp: SetUpProject): ProjectStore {
  return {
    async list(account) {
      const rows = await db
        .selectFrom("projects")
        .selectAll()
        .where("account_id", "=", account)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(projectOf);
    },

    async get(id) {
      const row = await db.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();
      return row && projectOf(row);
    },

    add: (project) =>
      db.transaction().execute(async (step) => {
        await step
          .insertInto("accounts")
          .values({ id: project.accountId, name: "Account", created_at: project.createdAt })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
        const added = await step
          .insertInto("projects")
          .values({
            id: project.id,
            account_id: project.accountId,
            name: project.name,
            language: project.language ?? null,
            created_at: project.createdAt,
            next_issue_number: 1,
            archived_at: project.archivedAt ?? null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        await setUp(step, project);
        await recordChange(step, "monitors", project.id);
        return true;
      }),

    replace: ({ id, accountId, name, language, archivedAt }) =>
      db.transaction().execute(async (step) => {
        const others = step.selectFrom("projects").select("id").where("account_id", "=", accountId);
        const conflicting = await others.where("name", "=", name).where("id", "!=", id).executeTakeFirst();
        if (conflicting) return "taken";
        const { numUpdatedRows } = await step
          .updateTable("projects")
          .set({ name, language: language ?? null, archived_at: archivedAt ?? null })
          .where("account_id", "=", accountId)
          .where("id", "=", id)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return "missing";
        // An archived project's monitors match nothing.
        await recordChange(step, "monitors", id);
        return "done";
      }),
  };
}

function projectOf(row: Selectable<Tables["projects"]>): Project {
  const language = languages.find((name) => name === row.language);
  return {
    id: asProjectId(row.id),
    accountId: asAccountId(row.account_id),
    name: row.name,
    ...(language === undefined ? {} : { language }),
    createdAt: row.created_at,
    ...(row.archived_at === null ? {} : { archivedAt: row.archived_at }),
  };
}
