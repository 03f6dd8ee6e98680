import type { Kysely, Selectable } from "kysely";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import type { Dashboard, DashboardChart } from "../dashboard.ts";
import type { DashboardStore } from "../ports/dashboards.ts";

export function createDashboardStore(db: Kysely<Tables>): DashboardStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("dashboards")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("name")
        .orderBy("id")
        .execute();
      return rows.map(dashboardOf);
    },

    async get(project, id) {
      const row = await db
        .selectFrom("dashboards")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && dashboardOf(row);
    },

    async add(dashboard) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("dashboards")
        .values({
          id: dashboard.id,
          project_id: dashboard.projectId,
          created_at: dashboard.createdAt,
          ...changing(dashboard),
        })
        .onConflict((conflict) => conflict.columns(["project_id", "name"]).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    replace: (dashboard) =>
      db.transaction().execute(async (step) => {
        const nameTaken = await step
          .selectFrom("dashboards")
          .select("id")
          .where("project_id", "=", dashboard.projectId)
          .where("name", "=", dashboard.name)
          .where("id", "!=", dashboard.id)
          .executeTakeFirst();
        if (nameTaken) return false;
        const { numUpdatedRows } = await step
          .updateTable("dashboards")
          .set(changing(dashboard))
          .where("project_id", "=", dashboard.projectId)
          .where("id", "=", dashboard.id)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),

    async remove(project, id) {
      const { numDeletedRows } = await db
        .deleteFrom("dashboards")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

const changing = ({ name, charts, updatedAt }: Dashboard) => ({
  name,
  charts: JSON.stringify(charts),
  updated_at: updatedAt,
});

/** Only this store writes the rows, so their charts are trusted. */
const dashboardOf = (row: Selectable<Tables["dashboards"]>): Dashboard => ({
  id: row.id,
  projectId: asProjectId(row.project_id),
  name: row.name,
  charts: JSON.parse(row.charts) as readonly DashboardChart[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
