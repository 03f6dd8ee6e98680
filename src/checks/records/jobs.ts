import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { storedMeter, storedOutcome } from "../../datapoints/service.ts";
import { asDatapointId, asIssueId, asMonitorId, asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import {
  changeLeased,
  claimLeases,
  claimRows,
  inPieces,
  isNoneOf,
  json,
  jsonObject,
  type Members,
  repeatedJson,
  rowParser,
} from "../../storage/service.ts";
import { executorKinds, type Job, type JobOrder, type JobResult, jobStates } from "../jobs/job.ts";
import type { JobLeases, JobStore, JudgedStore } from "../ports/jobs.ts";
import { settledColumns } from "./settled-columns.ts";

const running = { table: "jobs", state: "running" } as const;

export function createJobStore(db: Kysely<Tables>): JobStore & JudgedStore & JobLeases {
  return {
    add: (orders, at) =>
      db.transaction().execute(async (step) => {
        for (const some of inPieces(orders)) await addSome(step, some, at);
      }),

    withdraw: (datapoints, at) =>
      db.transaction().execute(async (step) => {
        for (const { projectId, datapointId, rowVersion } of datapoints) {
          await step
            .updateTable("jobs")
            .set({
              superseded: 1,
              row_version: rowVersion,
              epoch: sql<number>`epoch + 1`,
              lease_until: 0,
              due_at: at,
              // Without a result, no rows were written that must be retracted.
              state: sql<string>`case when result is null then 'done' else 'judged' end`,
              over_at: sql<number>`case when result is null then cast(${at} as bigint) else null end`,
            })
            .where("project_id", "=", projectId)
            .where("datapoint_id", "=", datapointId)
            .where("row_version", "<", rowVersion)
            .execute();
        }
      }),

    async claim({ executor, exceptProjects = [], ...wanted }) {
      const rows = await claimLeases(db, running, {
        ...wanted,
        where: sql`executor = ${executor} and ${isNoneOf("project_id", exceptProjects)}`,
        orderBy: ["due_at", "group_key", "id"],
        set: { lost: sql`lost + case when state = 'running' then 1 else 0 end` },
      });
      return rows.map(jobOf);
    },

    renew: (leases, leaseUntil) =>
      db.transaction().execute(async (step) => {
        for (const lease of leases) await changeLeased(step, running, lease, { lease_until: leaseUntil });
      }),

    settle: (settled, { at, leaseMs }) =>
      db.transaction().execute(async (step) => {
        const now: Job[] = [];
        for (const { job, settled: becomes } of settled) {
          const row = await changeLeased(step, running, job, settledColumns(becomes, at, leaseMs));
          if (row) now.push(jobOf(row));
        }
        return now;
      }),

    async claimJudged({ now, leaseMs, limit }) {
      const rows = await claimRows(db, {
        table: "jobs",
        key: ["id"],
        where: sql`state = 'judged' and lease_until <= ${now}`,
        orderBy: ["lease_until", "id"],
        limit,
        set: { lease_until: now + leaseMs },
      });
      return rows.map(jobOf);
    },

    done: (finished, at) =>
      db.transaction().execute(async (step) => {
        for (const { job, found } of finished) {
          await step
            .updateTable("jobs")
            .set({ state: "done", over_at: at, lease_until: 0, found: JSON.stringify(found) })
            .where("id", "=", job.id)
            .where("state", "=", "judged")
            .where("row_version", "=", job.rowVersion)
            .execute();
        }
      }),

    async release() {
      await db
        .updateTable("jobs")
        .set({ state: "ready", lease_until: 0, lost: sql<number>`lost + 1` })
        .where("state", "=", "running")
        .execute();
      await db.updateTable("jobs").set({ lease_until: 0 }).where("state", "=", "judged").execute();
    },

    async prune(executor, before) {
      const { numDeletedRows } = await db
        .deleteFrom("jobs")
        .where("executor", "=", executor)
        .where("over_at", "<", before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/**
 * A later reading of the datapoint replaces an earlier one. If what checks read is unchanged, a job continues,
 * and a judged one is stored again. Otherwise it restarts, and a running attempt loses its lease.
 */
async function addSome(step: Kysely<Tables>, orders: readonly JobOrder[], at: number): Promise<void> {
  const same = sql`jobs.subject = excluded.subject`;
  const ifChanged = (changed: unknown, unchanged: string) =>
    sql<never>`case when ${same} then ${sql.ref(unchanged)} else ${changed} end`;
  await step
    .insertInto("jobs")
    .values(orders.map((order) => rowOfOrder(order, at)))
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({
          ...replaced,
          state: sql<string>`case when ${same} and jobs.result is not null and jobs.state in ('judged', 'done') then 'judged'
            when ${same} and jobs.state = 'running' then 'running' else 'ready' end`,
          epoch: sql<number>`case when ${same} then jobs.epoch else jobs.epoch + 1 end`,
          lease_until: sql<number>`case when ${same} and jobs.state in ('running', 'judged') then jobs.lease_until else 0 end`,
          attempts: ifChanged(0, "jobs.attempts"),
          lost: ifChanged(0, "jobs.lost"),
          first_attempt_at: ifChanged(null, "jobs.first_attempt_at"),
          problem: ifChanged(null, "jobs.problem"),
          due_at: ifChanged(at, "jobs.due_at"),
          superseded: 0,
          over_at: null,
        })
        .where(sql<boolean>`jobs.row_version < excluded.row_version`),
    )
    .execute();
}

/** Columns that a later order always overwrites. */
const replaced = {
  partition_time: sql<number>`excluded.partition_time`,
  monitor_ids: sql<string>`excluded.monitor_ids`,
  group_key: sql<string>`excluded.group_key`,
  executor: sql<string>`excluded.executor`,
  row_version: sql<number>`excluded.row_version`,
  subject: sql<string>`excluded.subject`,
  silent: sql<number>`excluded.silent`,
};

function rowOfOrder(order: JobOrder, at: number): Tables["jobs"] {
  return {
    id: order.id,
    project_id: order.projectId,
    datapoint_id: order.datapointId,
    partition_time: Math.floor(order.partitionTime),
    check_name: order.check,
    check_version: order.version,
    options: JSON.stringify(order.options),
    monitor_ids: JSON.stringify(order.monitorIds),
    executor: order.executor,
    group_key: order.group,
    subject: order.subject,
    row_version: order.rowVersion,
    silent: order.silent ? 1 : 0,
    state: "ready",
    due_at: at,
    created_at: at,
    attempts: 0,
    first_attempt_at: null,
    lost: 0,
    problem: null,
    result: null,
    found: "[]",
    superseded: 0,
    epoch: 0,
    lease_until: 0,
    over_at: null,
  };
}

const result: z.ZodType<JobResult> = z.object({
  outcome: storedOutcome,
  meter: storedMeter,
  durationMs: z.number(),
  at: z.number(),
} satisfies Members<JobResult>);

const monitorId = z.string().transform(asMonitorId);

const parse = rowParser("jobs", {
  state: z.enum(jobStates),
  executor: z.enum(executorKinds),
  options: repeatedJson(jsonObject),
  monitor_ids: repeatedJson(z.array(monitorId)),
  result: json(result).nullable(),
  found: json(z.array(z.object({ issueId: z.string().transform(asIssueId), monitorId }))),
});

export function jobOf(row: Selectable<Tables["jobs"]>): Job {
  const { state, executor, options, monitor_ids: monitorIds, result: verdict, found } = parse(row);
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    datapointId: asDatapointId(row.datapoint_id),
    partitionTime: row.partition_time,
    check: row.check_name,
    version: row.check_version,
    options,
    monitorIds,
    executor,
    group: row.group_key,
    subject: row.subject,
    rowVersion: row.row_version,
    ...(row.silent === 1 ? { silent: true } : {}),
    state,
    dueAt: row.due_at,
    createdAt: row.created_at,
    attempts: row.attempts,
    ...(row.first_attempt_at === null ? {} : { firstTriedAt: row.first_attempt_at }),
    lost: row.lost,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(verdict === null ? {} : { result: verdict }),
    found,
    superseded: row.superseded === 1,
    epoch: row.epoch,
  };
}
