import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { splitFields } from "../../datapoints/service.ts";
import { asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { findRow, json, type Members, removeRow, rowParser } from "../../storage/service.ts";
import { chartKinds, chartMeasures, type Dashboard, type DashboardChart } from "../dashboard.ts";
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
      const row = await findRow(db, "dashboards", project, id);
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

    remove: (project, id) => removeRow(db, "dashboards", project, id),
  };
}

const changing = ({ name, charts, updatedAt }: Dashboard) => ({
  name,
  charts: JSON.stringify(charts),
  updated_at: updatedAt,
});

const chart: z.ZodType<DashboardChart> = z.object({
  title: z.string(),
  q: z.string(),
  measure: z.enum(chartMeasures),
  by: z.enum(splitFields).exactOptional(),
  kind: z.enum(chartKinds),
  wide: z.boolean(),
} satisfies Members<DashboardChart>);
const parse = rowParser("dashboards", { charts: json(z.array(chart)) });

const dashboardOf = (row: Selectable<Tables["dashboards"]>): Dashboard => ({
  id: row.id,
  projectId: asProjectId(row.project_id),
  name: row.name,
  ...parse(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
