import type { Kysely, Selectable } from "kysely";
import { asMonitorId, asProjectId } from "../../platform/ids.ts";
import { cursorOf, readCursor } from "../../storage/records/cursor.ts";
import type { Tables } from "../../storage/records/tables.ts";
import type { CheckRunStore } from "../ports/custom-checks.ts";
import type { CheckRun, CheckRunState, RequestedCheck, RunItem } from "../verdicts/check-run.ts";

const columns = [
  "id",
  "project_id",
  "state",
  "checks",
  "query",
  "monitor_id",
  "total",
  "examined",
  "problem",
  "requested_by",
  "created_at",
  "updated_at",
] as const;

export function createCheckRunStore(db: Kysely<Tables>): CheckRunStore {
  return {
    async add(run, items) {
      await db
        .insertInto("check_runs")
        .values({
          id: run.id,
          project_id: run.projectId,
          checks: JSON.stringify(run.checks),
          query: run.query ?? null,
          monitor_id: run.monitorId ?? null,
          items: JSON.stringify(items),
          requested_by: run.requestedBy,
          lease_until: 0,
          epoch: 0,
          created_at: run.createdAt,
          ...moving(run),
        })
        .execute();
    },

    async get(project, id) {
      const row = await db
        .selectFrom("check_runs")
        .select(columns)
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && runOf(row);
    },

    async list(project, { limit, cursor }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const rows = await db
        .selectFrom("check_runs")
        .select(columns)
        .where("project_id", "=", project)
        .$if(after !== undefined, (query) =>
          query.where((row) => {
            const [at, id] = after ?? [0, ""];
            return row.or([row("created_at", "<", at), row.and([row("created_at", "=", at), row("id", "<", id)])]);
          }),
        )
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      const items = rows.slice(0, limit).map(runOf);
      const last = items.at(-1);
      return { items, ...(rows.length > limit && last ? { nextCursor: cursorOf(last.createdAt, last.id) } : {}) };
    },

    async items(project, id) {
      const row = await db
        .selectFrom("check_runs")
        .select("items")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? (JSON.parse(row.items) as readonly RunItem[]) : [];
    },

    claim: (at, leaseMs) =>
      db.transaction().execute(async (step) => {
        const row = await step
          .selectFrom("check_runs")
          .select([...columns, "epoch"])
          .where("state", "=", "running")
          .where("lease_until", "<", at)
          .orderBy("created_at")
          .limit(1)
          .executeTakeFirst();
        if (!row) return undefined;
        const epoch = row.epoch + 1;
        const { numUpdatedRows } = await step
          .updateTable("check_runs")
          .set({ epoch, lease_until: at + leaseMs })
          .where("id", "=", row.id)
          .where("epoch", "=", row.epoch)
          .executeTakeFirst();
        return numUpdatedRows === 1n ? { run: runOf(row), epoch } : undefined;
      }),

    async advance(run, epoch, leaseUntil) {
      const { numUpdatedRows } = await db
        .updateTable("check_runs")
        .set({ ...moving(run), lease_until: leaseUntil })
        .where("id", "=", run.id)
        .where("epoch", "=", epoch)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async cancel(project, id, at) {
      const { numUpdatedRows } = await db
        .updateTable("check_runs")
        .set({ state: "cancelled", updated_at: at })
        .where("project_id", "=", project)
        .where("id", "=", id)
        .where("state", "=", "running")
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

const moving = ({ state, total, examined, problem, updatedAt }: CheckRun) => ({
  state,
  total,
  examined,
  problem: problem ?? null,
  updated_at: updatedAt,
});

function runOf(row: Pick<Selectable<Tables["check_runs"]>, (typeof columns)[number]>): CheckRun {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    state: row.state as CheckRunState,
    checks: JSON.parse(row.checks) as readonly RequestedCheck[],
    ...(row.query === null ? {} : { query: row.query }),
    ...(row.monitor_id === null ? {} : { monitorId: asMonitorId(row.monitor_id) }),
    total: row.total,
    examined: row.examined,
    ...(row.problem === null ? {} : { problem: row.problem }),
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
