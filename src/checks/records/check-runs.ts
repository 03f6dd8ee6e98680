import { type Kysely, type Selectable, sql } from "kysely";
import { z } from "zod";
import { asDatapointId, asMonitorId, asProjectId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import {
  changeLeased,
  claimRows,
  json,
  jsonObject,
  type Members,
  newestFirst,
  nextEpoch,
  rowParser,
} from "../../storage/service.ts";
import type { CheckRunStore } from "../ports/custom-checks.ts";
import { type CheckRun, checkRunStates, type RequestedCheck, type RunItem } from "../verdicts/check-run.ts";

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

    async list(project, page) {
      const { items, ...rest } = await newestFirst(
        db.selectFrom("check_runs").select(columns).where("project_id", "=", project),
        page,
      );
      return { ...rest, items: items.map(runOf) };
    },

    async items(project, id) {
      const row = await db
        .selectFrom("check_runs")
        .select("items")
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row ? parseItems({ id, ...row }).items : [];
    },

    async claim(at, leaseMs) {
      const [row] = await claimRows(db, {
        table: "check_runs",
        key: ["id"],
        where: sql`state = 'running' and lease_until < ${at}`,
        orderBy: ["created_at"],
        limit: 1,
        set: { epoch: nextEpoch, lease_until: at + leaseMs },
      });
      return row && { run: runOf(row), epoch: row.epoch };
    },

    async advance(run, epoch, leaseUntil) {
      const set = { ...moving(run), lease_until: leaseUntil };
      return (
        (await changeLeased(db, { table: "check_runs", state: "running" }, { id: run.id, epoch }, set)) !== undefined
      );
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

const requestedCheck = z.object({ check: z.string(), options: jsonObject } satisfies Members<RequestedCheck>);
const runItem = z.object({
  id: z.string().transform(asDatapointId),
  partitionTime: z.number(),
  rowVersion: z.number(),
} satisfies Members<RunItem>);
const parse = rowParser("check_runs", { state: z.enum(checkRunStates), checks: json(z.array(requestedCheck)) });
const parseItems = rowParser("check_runs", { items: json(z.array(runItem)) });

function runOf(row: Pick<Selectable<Tables["check_runs"]>, (typeof columns)[number]>): CheckRun {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    ...parse(row),
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
