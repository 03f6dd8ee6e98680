import type { Kysely, Selectable } from "kysely";
import type { MonitorHealthStore } from "../../app/ports/records.ts";
import type { Schema } from "../../app/records/schema.ts";
import { addNotices } from "../../notifications/records/notices.ts";
import { asMonitorId, type MonitorId } from "../../platform/ids.ts";
import { lockProject } from "../../storage/records/lock-project.ts";
import { monitorChangeKinds, type ToldHealth } from "../monitor-change.ts";

export function createMonitorHealthStore(db: Kysely<Schema>): MonitorHealthStore {
  return {
    told: async () => toldOf(await db.selectFrom("monitor_health").selectAll().execute()),

    tell: (project, decide) =>
      db.transaction().execute(async (step) => {
        await lockProject(step, project);
        const rows = await step.selectFrom("monitor_health").selectAll().where("project_id", "=", project).execute();
        const changes = decide(toldOf(rows));
        for (const { kind, monitor, at } of changes) {
          const row = { monitor_id: monitor.id, project_id: project, state: kind, at: Math.round(at) };
          await step
            .insertInto("monitor_health")
            .values(row)
            .onConflict((conflict) => conflict.column("monitor_id").doUpdateSet(row))
            .execute();
        }
        await addNotices(step, project, changes);
        return changes;
      }),
  };
}

function toldOf(rows: readonly Selectable<Schema["monitor_health"]>[]): ReadonlyMap<MonitorId, ToldHealth> {
  return new Map(
    rows.flatMap(({ monitor_id, state: name, at }): [MonitorId, ToldHealth][] => {
      const state = monitorChangeKinds.find((kind) => kind === name);
      return state ? [[asMonitorId(monitor_id), { state, at }]] : [];
    }),
  );
}
