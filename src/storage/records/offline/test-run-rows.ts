import { type Kysely, sql } from "kysely";
import type { RowResult, RunRow, TestRun } from "../../../domain/test-run.ts";
import type { JsonValue } from "../../../lib/json.ts";
import type { RunRowStore } from "../../../ports/offline.ts";
import type { Schema } from "../schema.ts";

export function createRunRowStore(db: Kysely<Schema>): RunRowStore {
  return {
    lease: (run, count, now, until) =>
      db.transaction().execute(async (step) => {
        // Of two callers at once the later one waits, sees the lease of the first, and gets fewer rows.
        const taken = await step
          .updateTable("test_run_rows")
          .set({ leased_until: until })
          .where("run_id", "=", run.id)
          .where("result", "is", null)
          .where("leased_until", "<=", now)
          .where(
            sql<boolean>`(number, repeat) in (select number, repeat from test_run_rows where run_id = ${run.id}
              and result is null and leased_until <= ${now} order by number, repeat limit ${count})`,
          )
          .returning(["number", "repeat"])
          .execute();
        if (taken.length === 0) return [];
        const keys = new Set(taken.map(({ number, repeat }) => `${number} ${repeat}`));
        const numbers = [...new Set(taken.map(({ number }) => number))];
        const rows = await withScenario(step, run).where("test_run_rows.number", "in", numbers).execute();
        return rows.filter(({ number, repeat }) => keys.has(`${number} ${repeat}`)).map(runRowOf);
      }),

    renew: (run, tries, until) =>
      db.transaction().execute(async (step) => {
        let renewed = 0;
        for (const { rowId, repeat } of tries) {
          const { numUpdatedRows } = await step
            .updateTable("test_run_rows")
            .set({ leased_until: until })
            .where("run_id", "=", run)
            .where("row_id", "=", rowId)
            .where("repeat", "=", repeat)
            .where("result", "is", null)
            .where("leased_until", ">", 0)
            .executeTakeFirst();
          renewed += Number(numUpdatedRows);
        }
        return renewed;
      }),

    report: (run, results) =>
      db.transaction().execute(async (step) => {
        const fresh = [];
        for (const one of results) {
          const { numUpdatedRows } = await step
            .updateTable("test_run_rows")
            .set({ result: JSON.stringify(one.result) })
            .where("run_id", "=", run)
            .where("row_id", "=", one.rowId)
            .where("repeat", "=", one.repeat)
            .where("result", "is", null)
            .executeTakeFirst();
          if (numUpdatedRows === 1n) fresh.push(one);
        }
        return fresh;
      }),

    async unrecorded(run, limit) {
      const rows = await withScenario(db, run)
        .where("test_run_rows.result", "is not", null)
        .where("recorded", "=", 0)
        .limit(limit)
        .execute();
      return rows.map(runRowOf);
    },

    recorded: (run, tries) =>
      db.transaction().execute(async (step) => {
        for (const { rowId, repeat } of tries)
          await step
            .updateTable("test_run_rows")
            .set({ recorded: 1 })
            .where("run_id", "=", run)
            .where("row_id", "=", rowId)
            .where("repeat", "=", repeat)
            .execute();
      }),

    async rows(run, from, limit) {
      const rows = await withScenario(db, run)
        .orderBy("test_run_rows.number")
        .orderBy("repeat")
        .offset(from)
        .limit(limit)
        .execute();
      return rows.map(runRowOf);
    },

    async progress(run) {
      const [counts] = await db
        .selectFrom("test_run_rows")
        .select(({ fn, eb }) => [
          fn.count<number>("number").as("all"),
          fn.count<number>("result").as("done"),
          fn.sum<number>(eb.case().when("leased_until", ">", 0).then(1).else(0).end()).as("begun"),
        ])
        .where("run_id", "=", run)
        .execute();
      const { all = 0, done = 0, begun } = counts ?? {};
      const leased = Math.max(0, (begun ?? 0) - done);
      return { waiting: all - done - leased, leased, done };
    },
  };
}

const withScenario = (db: Kysely<Schema>, run: TestRun) =>
  db
    .selectFrom("test_run_rows")
    .innerJoin("scenario_rows", (join) =>
      join
        .onRef("scenario_rows.number", "=", "test_run_rows.number")
        .on("scenario_rows.set_id", "=", run.scenarioSetId)
        .on("scenario_rows.version", "=", run.scenarioVersion),
    )
    .select([
      "test_run_rows.number",
      "test_run_rows.repeat",
      "row_id",
      "leased_until",
      "test_run_rows.result as answer",
      "scenario_rows.input",
      "scenario_rows.result as expected",
    ])
    .where("run_id", "=", run.id);

type StoredRow = Awaited<ReturnType<ReturnType<typeof withScenario>["executeTakeFirstOrThrow"]>>;

function runRowOf({ row_id, repeat, leased_until, answer, input, expected }: StoredRow): RunRow {
  const open = leased_until > 0 ? "leased" : "waiting";
  return {
    rowId: row_id,
    repeat,
    input: JSON.parse(input) as JsonValue,
    expected: JSON.parse(expected) as JsonValue,
    state: answer === null ? open : "done",
    ...(answer === null ? {} : { result: JSON.parse(answer) as RowResult }),
  };
}
