import { type Kysely, sql } from "kysely";
import type { Tables } from "../../storage/index.ts";
import { changeLeased, claimRows, nextEpoch } from "../../storage/service.ts";
import type { RunLeases } from "../ports/testing-stores.ts";
import { runOf } from "./test-runs.ts";

/** Only running runs have a lease. */
export const runningRuns = { table: "test_runs", state: "running" } as const;

export function createRunLeases(db: Kysely<Tables>): RunLeases {
  return {
    async listServedRuns() {
      const rows = await db
        .selectFrom("test_runs")
        .selectAll()
        .where("state", "=", "running")
        .where("served", "=", 1)
        .orderBy("created_at")
        .execute();
      return rows.map(runOf);
    },

    acquire: (run, process, now, until) =>
      db.transaction().execute(async (step) => {
        const [row] = await claimRows(step, {
          table: "test_runs",
          key: ["id"],
          where: sql`id = ${run} and state = 'running' and (worker = ${process} or lease_until <= ${now})`,
          orderBy: ["id"],
          limit: 1,
          set: { epoch: nextEpoch, lease_until: until, worker: process },
        });
        if (!row) return undefined;
        await step
          .updateTable("test_run_rows")
          .set({ leased_until: 0 })
          .where("run_id", "=", run)
          .where("result", "is", null)
          .where("waits_for", "=", "service")
          .execute();
        return { id: run, epoch: row.epoch };
      }),

    renew: async (lease, until) => (await changeLeased(db, runningRuns, lease, { lease_until: until })) !== undefined,

    async drop(lease) {
      await changeLeased(db, runningRuns, lease, { worker: null, lease_until: 0 });
    },

    async fail(lease, failure, endedAt) {
      const set = { state: "failed", failure, ended_at: endedAt, worker: null, lease_until: 0 };
      await changeLeased(db, runningRuns, lease, set);
    },

    async resume(run, process, until) {
      const { numUpdatedRows } = await db
        .updateTable("test_runs")
        .set({
          state: "running",
          failure: null,
          ended_at: null,
          worker: process,
          epoch: nextEpoch,
          lease_until: until,
        })
        .where("id", "=", run)
        .where("state", "in", ["cancelled", "failed"])
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
