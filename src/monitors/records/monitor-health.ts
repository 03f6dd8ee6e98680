import type { Kysely, Selectable, Transaction } from "kysely";
import { asMonitorId, type MonitorId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { lockProject } from "../../storage/service.ts";
import type { MonitorChange } from "../monitor-change.ts";
import { monitorChangeKinds, type NotifiedHealth } from "../monitor-change.ts";
import type { MonitorHealthStore } from "../ports/monitors.ts";

/** Plans the notifications of these changes, inside the transaction that makes them. */
export type NotifyOfMonitors = (
  step: Transaction<Tables>,
  project: ProjectId,
  changes: readonly MonitorChange[],
) => Promise<void>;

export function createMonitorHealthStore(db: Kysely<Tables>, notify: NotifyOfMonitors): MonitorHealthStore {
  return {
    notifiedHealth: async () => notifiedHealthOf(await db.selectFrom("monitor_health").selectAll().execute()),

    notify: (project, decide) =>
      db.transaction().execute(async (step) => {
        await lockProject(step, project);
        const rows = await step.selectFrom("monitor_health").selectAll().where("project_id", "=", project).execute();
        const changes = decide(notifiedHealthOf(rows));
        for (const { kind, monitor, at } of changes) {
          const row = { monitor_id: monitor.id, project_id: project, state: kind, at: Math.round(at) };
          await step
            .insertInto("monitor_health")
            .values(row)
            .onConflict((conflict) => conflict.column("monitor_id").doUpdateSet(row))
            .execute();
        }
        await notify(step, project, changes);
        return changes;
      }),
  };
}

function notifiedHealthOf(
  rows: readonly Selectable<Tables["monitor_health"]>[],
): ReadonlyMap<MonitorId, NotifiedHealth> {
  return new Map(
    rows.flatMap(({ monitor_id, state: name, at }): [MonitorId, NotifiedHealth][] => {
      const state = monitorChangeKinds.find((kind) => kind === name);
      return state ? [[asMonitorId(monitor_id), { state, at }]] : [];
    }),
  );
}
