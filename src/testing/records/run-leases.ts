import type { Kysely } from "kysely";
import type { Tables } from "../../storage/index.ts";
import type { RunLeases } from "../ports/testing-stores.ts";
import { runOf } from "./test-runs.ts";

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

    async acquire(run, process, now, until) {
      const renewed = await db
        .updateTable("test_runs")
        .set({ worker_until: until })
        .where("id", "=", run)
        .where("worker", "=", process)
        .executeTakeFirst();
      if (renewed.numUpdatedRows === 1n) return "renewed";
      const acquired = await db
        .updateTable("test_runs")
        .set({ worker_until: until, worker: process })
        .where("id", "=", run)
        .where("state", "=", "running")
        .where("worker_until", "<=", now)
        .executeTakeFirst();
      return acquired.numUpdatedRows === 1n ? "acquired" : "others";
    },

    async drop(run, process) {
      await db
        .updateTable("test_runs")
        .set({ worker_until: 0, worker: null })
        .where("id", "=", run)
        .where("worker", "=", process)
        .execute();
    },

    async resume(run, process, until) {
      const { numUpdatedRows } = await db
        .updateTable("test_runs")
        .set({ state: "running", failure: null, ended_at: null, worker: process, worker_until: until })
        .where("id", "=", run)
        .where("state", "in", ["cancelled", "failed"])
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
