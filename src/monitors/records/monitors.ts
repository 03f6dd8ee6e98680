import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { z } from "zod";
import { issueKinds, severities } from "../../datapoints/service.ts";
import { asMonitorId, asProjectId, type ProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import {
  cursorOf,
  findRow,
  jsonObject,
  type Members,
  readCursor,
  recordChange,
  repeatedJson,
  rowParser,
} from "../../storage/service.ts";
import { defaultMonitorsOf } from "../default-monitors.ts";
import {
  cadences,
  type DailyCeilings,
  type Grouping,
  groupingFields,
  type Monitor,
  type MonitorCheck,
  type NotificationPreference,
  type Threshold,
} from "../monitor.ts";
import { notifiableChanges } from "../notifiable-change.ts";
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
      const row = await findRow(db, "monitors", project, id);
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
  "maxPerMinute" | "threshold" | "cooldownMinutes" | "dailyLimits" | "grouping" | "noDataAfterMinutes"
>;

/** JSON omits absent rules. */
const rulesOf = ({ maxPerMinute, threshold, cooldownMinutes, dailyLimits, grouping, noDataAfterMinutes }: Monitor) => ({
  maxPerMinute,
  threshold,
  cooldownMinutes,
  dailyLimits,
  grouping,
  noDataAfterMinutes,
});

const severity = z.enum(severities).exactOptional();
const monitorCheck: z.ZodType<MonitorCheck> = z.object({
  check: z.string(),
  options: jsonObject,
  severity,
} satisfies Members<MonitorCheck>);

const preference: z.ZodType<NotificationPreference> = z.object({
  channel: z.string(),
  on: z.array(z.enum(issueKinds)),
  changes: z.array(z.enum(notifiableChanges)).exactOptional(),
  minSeverity: severity,
  maxSeverity: severity,
  cadence: z.enum(cadences),
  dailyAt: z.string().exactOptional(),
  quietHours: z.object({ from: z.string(), to: z.string() }).exactOptional(),
  timeZone: z.string().exactOptional(),
} satisfies Members<NotificationPreference>);

const threshold: z.ZodType<Threshold> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("count"), findings: z.number(), withinMinutes: z.number() }),
  z.object({ kind: z.literal("rate"), share: z.number(), withinMinutes: z.number(), minDatapoints: z.number() }),
]);
const rules: z.ZodType<MonitorRules> = z.object({
  maxPerMinute: z.number().exactOptional(),
  threshold: threshold.exactOptional(),
  cooldownMinutes: z.number().exactOptional(),
  dailyLimits: z
    .object({
      datapoints: z.number().exactOptional(),
      judgeUsd: z.number().exactOptional(),
    } satisfies Members<DailyCeilings>)
    .exactOptional(),
  grouping: z
    .object({
      by: z.array(z.enum(groupingFields)),
      topics: z.boolean().exactOptional(),
      issues: z.array(z.object({ issue: z.string(), by: z.array(z.enum(groupingFields)) })),
    } satisfies Members<Grouping>)
    .exactOptional(),
  noDataAfterMinutes: z.number().exactOptional(),
} satisfies Members<MonitorRules>);

const parse = rowParser("monitors", {
  checks: repeatedJson(z.array(monitorCheck)),
  notifications: repeatedJson(z.array(preference)),
  rules: repeatedJson(rules),
});

export function monitorOf(row: Selectable<Tables["monitors"]>): Monitor {
  const { checks, notifications, rules: ownRules } = parse(row);
  return {
    id: asMonitorId(row.id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    ...(row.description === null ? {} : { description: row.description }),
    enabled: row.enabled === 1,
    condition: row.condition,
    sampleRate: row.sample_rate,
    checks,
    notifications,
    ...ownRules,
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
