import { type Kysely, type Selectable, sql } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import { asDatapointId, asMonitorId, asProjectId } from "../../platform/ids.ts";
import { inPieces } from "../../storage/records/in-pieces.ts";
import { settledColumns } from "../../storage/records/settled-columns.ts";
import type { ExecutorKind, FoundBefore, Job, JobOrder, JobResult, JobState } from "../jobs/job.ts";
import type { JobLeases, JobStore, JudgedStore } from "../ports/jobs.ts";

/** `skipsLocked`: the database can pass over rows that another claimer holds (PostgreSQL). */
export function createJobStore(
  db: Kysely<Schema>,
  { skipsLocked }: { skipsLocked: boolean },
): JobStore & JudgedStore & JobLeases {
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
              withdrawn: 1,
              row_version: rowVersion,
              epoch: sql<number>`epoch + 1`,
              lease_until: 0,
              due_at: at,
              // Without a result nothing was ever written that must be taken back.
              state: sql<string>`case when result is null then 'done' else 'judged' end`,
              over_at: sql<number>`case when result is null then cast(${at} as bigint) else null end`,
            })
            .where("project_id", "=", projectId)
            .where("datapoint_id", "=", datapointId)
            .where("row_version", "<", rowVersion)
            .execute();
        }
      }),

    async claim({ executor, now, leaseMs, limit, exceptProjects = [] }) {
      const isDue = sql<boolean>`((state = 'ready' and due_at <= ${now}) or (state = 'running' and lease_until <= ${now}))`;
      const rows = await db
        .updateTable("jobs")
        .set({
          lost: sql<number>`lost + case when state = 'running' then 1 else 0 end`,
          state: "running",
          epoch: sql<number>`epoch + 1`,
          lease_until: now + leaseMs,
          tries: sql<number>`tries + 1`,
          first_tried_at: sql<number>`coalesce(first_tried_at, ${now})`,
        })
        .where(isDue)
        .where("id", "in", (inner) => {
          const due = inner
            .selectFrom("jobs")
            .select("id")
            .where("executor", "=", executor)
            .where("state", "in", ["ready", "running"])
            .where(isDue)
            .$if(exceptProjects.length > 0, (query) => query.where("project_id", "not in", exceptProjects))
            .orderBy("due_at")
            .orderBy("group_key")
            .orderBy("id")
            .limit(limit);
          return skipsLocked ? due.forUpdate().skipLocked() : due;
        })
        .returningAll()
        .execute();
      return rows.map(jobOf);
    },

    renew: (running, leaseUntil) =>
      db.transaction().execute(async (step) => {
        for (const { id, epoch } of running) {
          const held = step.updateTable("jobs").set({ lease_until: leaseUntil }).where("id", "=", id);
          await held.where("state", "=", "running").where("epoch", "=", epoch).execute();
        }
      }),

    settle: (settled, { at, leaseMs }) =>
      db.transaction().execute(async (step) => {
        const now: Job[] = [];
        for (const { job, settled: becomes } of settled) {
          const row = await step
            .updateTable("jobs")
            .set(settledColumns(becomes, at, leaseMs))
            .where("id", "=", job.id)
            .where("epoch", "=", job.epoch)
            .where("state", "=", "running")
            .returningAll()
            .executeTakeFirst();
          if (row) now.push(jobOf(row));
        }
        return now;
      }),

    async claimJudged({ now, leaseMs, limit }) {
      const rows = await db
        .updateTable("jobs")
        .set({ lease_until: now + leaseMs })
        .where("state", "=", "judged")
        .where("lease_until", "<=", now)
        .where("id", "in", (inner) => {
          const left = inner
            .selectFrom("jobs")
            .select("id")
            .where("state", "=", "judged")
            .where("lease_until", "<=", now)
            .limit(limit);
          return skipsLocked ? left.forUpdate().skipLocked() : left;
        })
        .returningAll()
        .execute();
      return rows.map(jobOf);
    },

    done: (kept, at) =>
      db.transaction().execute(async (step) => {
        for (const { job, found } of kept) {
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
 * A later reading of the datapoint replaces an earlier one. Unchanged in what checks read, a job goes on as it is, and
 * one that was judged is kept again; changed, it begins anew and whoever ran it has lost it.
 */
async function addSome(step: Kysely<Schema>, orders: readonly JobOrder[], at: number): Promise<void> {
  const same = sql`jobs.subject = excluded.subject`;
  const ifChanged = (changed: unknown, kept: string) =>
    sql<never>`case when ${same} then ${sql.ref(kept)} else ${changed} end`;
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
          tries: ifChanged(0, "jobs.tries"),
          lost: ifChanged(0, "jobs.lost"),
          first_tried_at: ifChanged(null, "jobs.first_tried_at"),
          problem: ifChanged(null, "jobs.problem"),
          due_at: ifChanged(at, "jobs.due_at"),
          withdrawn: 0,
          over_at: null,
        })
        .where(sql<boolean>`jobs.row_version < excluded.row_version`),
    )
    .execute();
}

/** What a later order says anew, whatever became of the earlier one. */
const replaced = {
  filed_at: sql<number>`excluded.filed_at`,
  monitor_ids: sql<string>`excluded.monitor_ids`,
  group_key: sql<string>`excluded.group_key`,
  executor: sql<string>`excluded.executor`,
  row_version: sql<number>`excluded.row_version`,
  subject: sql<string>`excluded.subject`,
  quiet: sql<number>`excluded.quiet`,
};

function rowOfOrder(order: JobOrder, at: number): Schema["jobs"] {
  return {
    id: order.id,
    project_id: order.projectId,
    datapoint_id: order.datapointId,
    filed_at: Math.floor(order.filedAt),
    check_name: order.check,
    check_version: order.version,
    options: JSON.stringify(order.options),
    monitor_ids: JSON.stringify(order.monitorIds),
    executor: order.executor,
    group_key: order.group,
    subject: order.subject,
    row_version: order.rowVersion,
    quiet: order.quiet ? 1 : 0,
    state: "ready",
    due_at: at,
    created_at: at,
    tries: 0,
    first_tried_at: null,
    lost: 0,
    problem: null,
    result: null,
    found: "[]",
    withdrawn: 0,
    epoch: 0,
    lease_until: 0,
    over_at: null,
  };
}

/** Rows were written by this file alone: their shape is trusted. */
export function jobOf(row: Selectable<Schema["jobs"]>): Job {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    datapointId: asDatapointId(row.datapoint_id),
    filedAt: row.filed_at,
    check: row.check_name,
    version: row.check_version,
    options: JSON.parse(row.options) as Job["options"],
    monitorIds: (JSON.parse(row.monitor_ids) as readonly string[]).map(asMonitorId),
    executor: row.executor as ExecutorKind,
    group: row.group_key,
    subject: row.subject,
    rowVersion: row.row_version,
    ...(row.quiet === 1 ? { quiet: true } : {}),
    state: row.state as JobState,
    dueAt: row.due_at,
    createdAt: row.created_at,
    tries: row.tries,
    ...(row.first_tried_at === null ? {} : { firstTriedAt: row.first_tried_at }),
    lost: row.lost,
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.result === null ? {} : { result: JSON.parse(row.result) as JobResult }),
    found: JSON.parse(row.found) as readonly FoundBefore[],
    withdrawn: row.withdrawn === 1,
    epoch: row.epoch,
  };
}
