import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import { storedBroughtVerdicts, storedCall, storedConversation, storedTurns } from "../../datapoints/service.ts";
import { asTestRunId, type TestRunId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { anyJson, claimRows, holdLease, json, type Members, rowParser } from "../../storage/service.ts";
import type { RowReport, RunLease, RunRowStore } from "../ports/testing-stores.ts";
import type { RowResult, RunProgress, RunRow, StepOf, TestRun } from "../test-run.ts";
import { runningRuns } from "./run-leases.ts";
import { scenarioColumns } from "./scenario-sets.ts";

export function createRunRowStore(db: Kysely<Tables>): RunRowStore {
  return {
    lease: (run, holder, count, { now, until }) =>
      whileHeld(db, holder === "caller" ? undefined : holder, [], async (step) => {
        const by: StepOf = holder === "caller" ? "caller" : "service";
        const leased = await claimRows(step, {
          table: "test_run_rows",
          key: ["run_id", "number", "repeat"],
          where: sql`run_id = ${run.id} and result is null and waits_for = ${by} and leased_until <= ${now}`,
          orderBy: ["number", "repeat"],
          limit: count,
          set: { leased_until: until },
        });
        if (leased.length === 0) return [];
        const keys = new Set(leased.map(({ number, repeat }) => `${number} ${repeat}`));
        const numbers = [...new Set(leased.map(({ number }) => number))];
        const rows = await withScenario(step, run).where("test_run_rows.number", "in", numbers).execute();
        return rows.filter(({ number, repeat }) => keys.has(`${number} ${repeat}`)).map(runRowOf);
      }),

    renew: (run, attempts, until) =>
      db.transaction().execute(async (step) => {
        let renewed = 0;
        for (const { rowId, repeat } of attempts) {
          const { numUpdatedRows } = await step
            .updateTable("test_run_rows")
            .set({ leased_until: until })
            .where("run_id", "=", run)
            .where("row_id", "=", rowId)
            .where("repeat", "=", repeat)
            .where("result", "is", null)
            .where("leased_until", ">", 0)
            .where("waits_for", "=", "caller")
            .executeTakeFirst();
          renewed += Number(numUpdatedRows);
        }
        return renewed;
      }),

    async release(run) {
      await db
        .updateTable("test_run_rows")
        .set({ leased_until: 0 })
        .where("run_id", "=", run)
        .where("result", "is", null)
        .where("waits_for", "=", "caller")
        .execute();
    },

    async get(run, rowId, repeat) {
      const row = await withScenario(db, run)
        .where("row_id", "=", rowId)
        .where("test_run_rows.repeat", "=", repeat)
        .executeTakeFirst();
      return row && runRowOf(row);
    },

    advance: (run, { rowId, repeat }, conversation, { by, until, lease }) =>
      whileHeld(db, lease, false, async (step) => {
        const { numUpdatedRows } = await step
          .updateTable("test_run_rows")
          .set({
            conversation: JSON.stringify(conversation),
            step: conversation.step,
            waits_for: by,
            leased_until: until,
          })
          .where("run_id", "=", run)
          .where("row_id", "=", rowId)
          .where("repeat", "=", repeat)
          .where("step", "=", conversation.step - 1)
          .where("result", "is", null)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),

    report: (run, results, lease) =>
      whileHeld(db, lease, [], async (step) => {
        const fresh: RowReport[] = [];
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
        .where(sql<boolean>`recorded = 0 and test_run_rows.result is not null`)
        .limit(limit)
        .execute();
      return rows.map(runRowOf);
    },

    recorded: (run, attempts) =>
      db.transaction().execute(async (step) => {
        for (const { rowId, repeat } of attempts)
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

    async hasOpen(run) {
      const open = await db
        .selectFrom("test_run_rows")
        .select("number")
        .where("run_id", "=", run)
        .where("result", "is", null)
        .limit(1)
        .executeTakeFirst();
      return open !== undefined;
    },

    progress: async (run) => (await progressOf(db, [run])).get(run) ?? nothing,
    progressOf: (runs) => progressOf(db, runs),
  };
}

/** Acts in a transaction, with a lease only while it is held; otherwise returns `lost`. */
const whileHeld = <Result>(
  db: Kysely<Tables>,
  lease: RunLease | undefined,
  lost: Result,
  act: (step: Transaction<Tables>) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (step) => (!lease || (await holdLease(step, runningRuns, lease)) ? act(step) : lost));

const nothing: RunProgress = { waiting: 0, leased: 0, done: 0 };

async function progressOf(
  db: Kysely<Tables>,
  runs: readonly TestRunId[],
): Promise<ReadonlyMap<TestRunId, RunProgress>> {
  const found = new Map<TestRunId, RunProgress>(runs.map((run) => [run, nothing]));
  if (runs.length === 0) return found;
  const counts = await db
    .selectFrom("test_run_rows")
    .select(({ fn, eb }) => [
      "run_id",
      fn.count<number>("number").as("all"),
      fn.count<number>("result").as("done"),
      fn
        .sum<number>(eb.case().when(sql<boolean>`leased_until > 0 and result is null`).then(1).else(0).end())
        .as("leased"),
    ])
    .where("run_id", "in", runs)
    .groupBy("run_id")
    .execute();
  for (const { run_id, all, done, leased } of counts)
    found.set(asTestRunId(run_id), { waiting: all - done - leased, leased, done });
  return found;
}

const withScenario = (db: Kysely<Tables>, run: TestRun) =>
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
      "conversation",
      "scenario_rows.input",
      "scenario_rows.result as expected",
      "scenario_rows.origin",
    ])
    .where("run_id", "=", run.id);

type StoredRow = Awaited<ReturnType<ReturnType<typeof withScenario>["executeTakeFirstOrThrow"]>>;

const result: z.ZodType<RowResult> = z.object({
  prediction: anyJson.exactOptional(),
  modelInput: anyJson.exactOptional(),
  metadata: anyJson.exactOptional(),
  error: z.string().exactOptional(),
  verdicts: storedBroughtVerdicts.exactOptional(),
  call: storedCall.exactOptional(),
  turns: storedTurns.exactOptional(),
  targetTrace: z.object({ traceId: z.string(), spanId: z.string() }).exactOptional(),
  ended: z.string().exactOptional(),
  startedAt: z.number(),
  durationMs: z.number(),
} satisfies Members<RowResult>);

const columns = {
  ...scenarioColumns,
  expected: json(anyJson),
  conversation: json(storedConversation).nullable(),
  answer: json(result).nullable(),
};
const parse = rowParser("test_run_rows", columns, "row_id");

function runRowOf(row: StoredRow): RunRow {
  const { row_id, repeat, leased_until } = row;
  const { input, expected, origin, conversation, answer } = parse(row);
  const { seedId } = origin;
  const open = leased_until > 0 ? "leased" : "waiting";
  return {
    rowId: row_id,
    repeat,
    input,
    expected,
    ...(seedId === undefined ? {} : { seedId }),
    state: answer === null ? open : "done",
    ...(conversation === null ? {} : { conversation }),
    ...(answer === null ? {} : { result: answer }),
  };
}
