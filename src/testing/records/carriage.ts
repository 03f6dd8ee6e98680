import type { Kysely } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import type { RunCarriage } from "../ports/offline.ts";
import { runOf } from "./test-runs.ts";

export function createRunCarriage(db: Kysely<Schema>): RunCarriage {
  return {
    async toCarry() {
      const rows = await db
        .selectFrom("test_runs")
        .selectAll()
        .where("state", "=", "running")
        .where("served", "=", 1)
        .orderBy("created_at")
        .execute();
      return rows.map(runOf);
    },

    async carry(run, process, now, until) {
      const kept = await db
        .updateTable("test_runs")
        .set({ carried_until: until })
        .where("id", "=", run)
        .where("carrier", "=", process)
        .executeTakeFirst();
      if (kept.numUpdatedRows === 1n) return "kept";
      const begun = await db
        .updateTable("test_runs")
        .set({ carried_until: until, carrier: process })
        .where("id", "=", run)
        .where("state", "=", "running")
        .where("carried_until", "<=", now)
        .executeTakeFirst();
      return begun.numUpdatedRows === 1n ? "begun" : "others";
    },

    async drop(run, process) {
      await db
        .updateTable("test_runs")
        .set({ carried_until: 0, carrier: null })
        .where("id", "=", run)
        .where("carrier", "=", process)
        .execute();
    },

    async resume(run, process, until) {
      const { numUpdatedRows } = await db
        .updateTable("test_runs")
        .set({ state: "running", failure: null, ended_at: null, carrier: process, carried_until: until })
        .where("id", "=", run)
        .where("state", "in", ["cancelled", "failed"])
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}
