import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { asMonitorId, asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { cursorOf, readCursor, recordChange } from "../../storage/service.ts";
import { defaultMonitorsOf } from "../default-monitors.ts";
import type { Monitor } from "../monitor.ts";
import type { MonitorFeed, MonitorStore } from "../ports/monitors.ts";

export function createMonitorStore(db: Kysely<Tables>): MonitorStore {
  return {
    async list(project) {
      const rows = await db
        .selectFrom("monitors")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(monitorOf);
    },

    async page(project, { limit, cursor }) {
      const monitors = db.selectFrom("monitors").selectAll().where("project_id", "=", project);
      const rest =
        cursor === undefined
          ? monitors
          : monitors.where(sql<boolean>`(created_at, id) > (${sql.join(readCursor(cursor).slice())})`);
      const rows = await rest
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(monitorOf);
      const last = items.at(-1);
      return rows.length > limit && last ? { items, nextCursor: cursorOf(last.createdAt, last.id) } : { items };
    },

    async get(project, id) {
      const row = await db
        .selectFrom("monitors")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && monitorOf(row);
    },

    async add(monitor) {
      await db.transaction().execute(async (step) => {
        await step.insertInto("monitors").values(rowOfMonitor(monitor)).execute();
        await recordChange(step, "monitors", monitor.projectId);
      });
    },

    replace: (monitor) =>
      db.transaction().execute(async (step) => {
        const { numUpdatedRows } = await step
          .updateTable("monitors")
          .set(rowOfMonitor(monitor))
          .where("project_id", "=", monitor.projectId)
          .where("id", "=", monitor.id)
          .where("revision", "=", monitor.revision - 1)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await recordChange(step, "monitors", monitor.projectId);
        return true;
      }),

    remove: (project, id) =>
      db.transaction().execute(async (step) => {
        const { numDeletedRows } = await step
          .deleteFrom("monitors")
          .where("project_id", "=", project)
          .where("id", "=", id)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return false;
        await recordChange(step, "monitors", project);
        return true;
      }),
  };
}

export function createMonitorFeed(db: Kysely<Tables>): MonitorFeed {
  return {
    async enabled(projects) {
      const enabled = db
        .selectFrom("monitors")
        .selectAll()
        .where("enabled", "=", 1)
        .where("project_id", "in", (query) =>
          query.selectFrom("projects").select("id").where("archived_at", "is", null),
        )
        .orderBy("id");
      const rows = await (projects ? enabled.where("project_id", "in", projects) : enabled).execute();
      return rows.map(monitorOf);
    },
  };
}

function rowOfMonitor(monitor: Monitor): Tables["monitors"] {
  return {
    id: monitor.id,
    project_id: monitor.projectId,
    name: monitor.name,
    description: monitor.description ?? null,
    enabled: monitor.enabled ? 1 : 0,
    condition: monitor.condition,
    sample_rate: monitor.sampleRate,
    checks: JSON.stringify(monitor.checks),
    notifications: JSON.stringify(monitor.notifications),
    rules: JSON.stringify(rulesOf(monitor)),
    revision: monitor.revision,
    created_at: monitor.createdAt,
    updated_at: monitor.updatedAt,
  };
}

type MonitorRules = Pick<
  Monitor,
  "maxPerMinute" | "threshold" | "cooldownMinutes" | "dailyLimits" | "noDataAfterMinutes"
>;

/** JSON omits absent rules. */
const rulesOf = ({ maxPerMinute, threshold, cooldownMinutes, dailyLimits, noDataAfterMinutes }: Monitor) => ({
  maxPerMinute,
  threshold,
  cooldownMinutes,
  dailyLimits,
  noDataAfterMinutes,
});

/** Lists are written by rowOfMonitor only, behind the API's schema; their shape is trusted. */
export function monitorOf(row: Selectable<Tables["monitors"]>): Monitor {
  return {
    id: asMonitorId(row.id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    ...(row.description === null ? {} : { description: row.description }),
    enabled: row.enabled === 1,
    condition: row.condition,
    sampleRate: row.sample_rate,
    checks: JSON.parse(row.checks) as Monitor["checks"],
    notifications: JSON.parse(row.notifications) as Monitor["notifications"],
    ...(JSON.parse(row.rules) as MonitorRules),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Adds the default monitors of a new project, inside the transaction that adds the project. */
export async function addDefaultMonitors(
  step: Transaction<Tables>,
  { id, createdAt }: { readonly id: ProjectId; readonly createdAt: number },
): Promise<void> {
  const rows = defaultMonitorsOf(id, createdAt).map(rowOfMonitor);
  await step.insertInto("monitors").values(rows).execute();
}
