import type { Kysely, Selectable } from "kysely";
import { asMonitorId, asProjectId } from "../../domain/ids.ts";
import type { Monitor } from "../../domain/monitor.ts";
import type { MonitorFeed, MonitorStore } from "../../ports/records.ts";
import type { Schema } from "./schema.ts";

export function createMonitorStore(db: Kysely<Schema>): MonitorStore {
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
      await db.insertInto("monitors").values(rowOfMonitor(monitor)).execute();
    },

    async replace(monitor) {
      const { numUpdatedRows } = await db
        .updateTable("monitors")
        .set(rowOfMonitor(monitor))
        .where("project_id", "=", monitor.projectId)
        .where("id", "=", monitor.id)
        .where("revision", "=", monitor.revision - 1)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async remove(project, id) {
      const { numDeletedRows } = await db
        .deleteFrom("monitors")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
  };
}

export function createMonitorFeed(db: Kysely<Schema>): MonitorFeed {
  return {
    async enabled() {
      const rows = await db
        .selectFrom("monitors")
        .selectAll()
        .where("enabled", "=", 1)
        .where("project_id", "in", (query) =>
          query.selectFrom("projects").select("id").where("archived_at", "is", null),
        )
        .orderBy("id")
        .execute();
      return rows.map(monitorOf);
    },
  };
}

export function rowOfMonitor(monitor: Monitor): Schema["monitors"] {
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

type MonitorRules = Pick<Monitor, "maxPerMinute" | "threshold" | "cooldownMinutes" | "ceilings" | "noDataAfterMinutes">;

/** Absent ones are left out by JSON. */
const rulesOf = ({ maxPerMinute, threshold, cooldownMinutes, ceilings, noDataAfterMinutes }: Monitor) => ({
  maxPerMinute,
  threshold,
  cooldownMinutes,
  ceilings,
  noDataAfterMinutes,
});

/** Lists were written by rowOfMonitor alone, behind the API's schema: their shape is trusted. */
export function monitorOf(row: Selectable<Schema["monitors"]>): Monitor {
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
