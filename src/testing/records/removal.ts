import type { Transaction } from "kysely";
import { asTestRunId, type ProjectId } from "../../platform/ids.ts";
import type { RecordRemoval, Tables } from "../../storage/index.ts";
import { inPieces } from "../../storage/service.ts";
import { tryDatapoints } from "../test-run.ts";

export const testingRemoval: RecordRemoval = {
  async datapoints(step, { project, datapoints }) {
    await clearScenarioRows(step, project, datapoints);
    return { runResults: await removeAttempts(step, project, new Set<string>(datapoints)) };
  },

  async project(step, project, before) {
    const removed = async (table: "test_runs" | "scenario_sets" | "models") => {
      const { numDeletedRows } = await step
        .deleteFrom(table)
        .where("project_id", "=", project)
        .where("created_at", "<", before)
        .executeTakeFirst();
      return Number(numDeletedRows);
    };
    // Runs first: deleting their set or model would delete them without counting.
    const testRuns = await removed("test_runs");
    return { testRuns, scenarioSets: await removed("scenario_sets"), models: await removed("models") };
  },
};

/**
 * Removes attempts whose datapoint was deleted. Datapoint ids are derived from run, row and repeat and cannot
 * be reversed, so all completed attempts of the project are read, run by run. An attempt is deleted as a
 * whole, so nothing waits for it.
 */
async function removeAttempts(
  step: Transaction<Tables>,
  project: ProjectId,
  deleted: ReadonlySet<string>,
): Promise<number> {
  let count = 0;
  for (const { id } of await step.selectFrom("test_runs").select("id").where("project_id", "=", project).execute()) {
    const run = asTestRunId(id);
    const attemptRows = await step
      .selectFrom("test_run_rows")
      .select(["row_id", "repeat", "step"])
      .where("run_id", "=", id)
      .where("result", "is not", null)
      .execute();
    for (const { row_id, repeat, step: steps } of attemptRows) {
      const own = tryDatapoints(project, { run, rowId: row_id, repeat, turns: steps });
      if (!own.some((datapoint) => deleted.has(datapoint))) continue;
      count++;
      await step
        .deleteFrom("test_run_rows")
        .where("run_id", "=", id)
        .where("row_id", "=", row_id)
        .where("repeat", "=", repeat)
        .execute();
    }
  }
  return count;
}

/** Scenario rows collected from them remain as empty rows, because runs refer to rows by number. */
async function clearScenarioRows(
  step: Transaction<Tables>,
  project: ProjectId,
  datapoints: readonly string[],
): Promise<void> {
  for (const some of inPieces(datapoints))
    await step
      .updateTable("scenario_rows")
      .set({ input: JSON.stringify("[deleted]"), result: "null", origin: "{}", datapoint_id: null })
      .where("datapoint_id", "in", some)
      .where("set_id", "in", (query) =>
        query.selectFrom("scenario_sets").select("id").where("project_id", "=", project),
      )
      .execute();
}
