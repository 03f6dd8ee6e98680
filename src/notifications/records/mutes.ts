import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { removeRow, rowParser } from "../../storage/service.ts";
import { type Mute, muteScopes } from "../mute.ts";
import type { MuteStore } from "../ports/notifications.ts";

export function createMuteStore(db: Kysely<Tables>): MuteStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("mutes")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(muteOfRow);
    },

    async add({ id, projectId, recipient, scope, subjectId, subjectName, createdAt }) {
      await db
        .insertInto("mutes")
        .values({
          id,
          project_id: projectId,
          recipient,
          scope,
          subject_id: subjectId,
          subject_name: subjectName,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },

    remove: (project, id) => removeRow(db, "mutes", project, id),
  };
}

const parse = rowParser("mutes", { scope: z.enum(muteScopes) });

export function muteOfRow(row: Selectable<Tables["mutes"]>): Mute {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    recipient: row.recipient,
    ...parse(row),
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    createdAt: row.created_at,
  };
}
