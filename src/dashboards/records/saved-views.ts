import type { Kysely, Selectable } from "kysely";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { removeRow } from "../../storage/service.ts";
import type { SavedViewStore } from "../ports/saved-views.ts";
import type { SavedView } from "../saved-view.ts";

export function createSavedViewStore(db: Kysely<Tables>): SavedViewStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("saved_views")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("page")
        .orderBy("name")
        .orderBy("id")
        .execute();
      return rows.map(viewOf);
    },

    async add({ projectId, createdAt, ...view }) {
      await db
        .insertInto("saved_views")
        .values({ ...view, project_id: projectId, created_at: createdAt })
        .execute();
    },

    async replace({ id, projectId, name, search }) {
      const { numUpdatedRows } = await db
        .updateTable("saved_views")
        .set({ name, search })
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: (project, id) => removeRow(db, "saved_views", project, id),
  };
}

const viewOf = ({ project_id, created_at, ...view }: Selectable<Tables["saved_views"]>): SavedView => ({
  ...view,
  projectId: asProjectId(project_id),
  createdAt: created_at,
});
