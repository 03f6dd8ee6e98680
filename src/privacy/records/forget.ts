import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../../app/records/schema.ts";
import type { ToldIssue } from "../../notifications/told.ts";
import { asTestRunId, type ProjectId } from "../../platform/ids.ts";
import { inPieces } from "../../storage/records/in-pieces.ts";
import { projectOwner } from "../../testing/registered-model.ts";
import { tryDatapoints } from "../../testing/test-run.ts";
import type { DeletionStore } from "../ports/deletions.ts";

const gone = "What it spoke of was deleted.";

/** What the records themselves hold of deleted datapoints. */
export function createForget(db: Kysely<Schema>): Pick<DeletionStore, "forget" | "forgetProject"> {
  return {
    forget: (project, issues, datapoints) =>
      db.transaction().execute(async (step) => {
        const deleted = new Set<string>(datapoints);
        for (const { issueId, sample } of issues) {
          await step
            .updateTable("issues")
            .set(
              sample
                ? { sample_datapoint_id: sample.datapointId, title: sample.title, explanation: sample.explanation }
                : { explanation: gone },
            )
            .where("project_id", "=", project)
            .where("id", "=", issueId)
            .execute();
        }
        await forgetNotices(
          step,
          project,
          issues.map(({ issueId }) => issueId),
          deleted,
        );
        for (const some of inPieces(datapoints))
          for (const table of ["jobs", "verdict_labels"] as const)
            await step.deleteFrom(table).where("project_id", "=", project).where("datapoint_id", "in", some).execute();
        await forgetRows(step, project, datapoints);
        return { tries: await forgetTries(step, project, deleted) };
      }),

    forgetProject: (project, before) =>
      db.transaction().execute(async (step) => {
        const made = async (table: "test_runs" | "scenario_sets" | "models" | "check_runs" | "jobs") => {
          const { numDeletedRows } = await step
            .deleteFrom(table)
            .where("project_id", "=", project)
            .where("created_at", "<", before)
            .executeTakeFirst();
          return Number(numDeletedRows);
        };
        // Runs first: they would go, uncounted, with their set or model.
        const testRuns = await made("test_runs");
        const counts = { testRuns, scenarioSets: await made("scenario_sets"), models: await made("models") };
        await made("check_runs");
        await made("jobs");
        await step.deleteFrom("rejected_requests").where("project_id", "=", project).where("at", "<", before).execute();
        await step
          .deleteFrom("model_secrets")
          .where("project_id", "=", project)
          .where("created_at", "<", before)
          .where("owner", "!=", projectOwner)
          .execute();
        await step
          .deleteFrom("verdict_labels")
          .where("project_id", "=", project)
          .where("labelled_at", "<", before)
          .execute();
        return counts;
      }),
  };
}

/**
 * Tries whose datapoint was deleted. The id of a datapoint follows from run, row and repeat and does not lead back, so
 * all answered tries of the project are looked at, run by run. A try leaves whole: without its row nothing waits for it.
 */
async function forgetTries(
  step: Transaction<Schema>,
  project: ProjectId,
  deleted: ReadonlySet<string>,
): Promise<number> {
  let tries = 0;
  for (const { id } of await step.selectFrom("test_runs").select("id").where("project_id", "=", project).execute()) {
    const run = asTestRunId(id);
    const answered = await step
      .selectFrom("test_run_rows")
      .select(["row_id", "repeat", "step"])
      .where("run_id", "=", id)
      .where("result", "is not", null)
      .execute();
    for (const { row_id, repeat, step: steps } of answered) {
      const own = tryDatapoints(project, { run, rowId: row_id, repeat, turns: steps });
      if (!own.some((datapoint) => deleted.has(datapoint))) continue;
      tries++;
      await step
        .deleteFrom("test_run_rows")
        .where("run_id", "=", id)
        .where("row_id", "=", row_id)
        .where("repeat", "=", repeat)
        .execute();
    }
  }
  return tries;
}

/** Scenario rows that were collected from them stay as empty rows: runs go by their numbers. */
async function forgetRows(step: Transaction<Schema>, project: ProjectId, datapoints: readonly string[]): Promise<void> {
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

async function forgetNotices(
  step: Transaction<Schema>,
  project: ProjectId,
  issues: readonly string[],
  deleted: ReadonlySet<string>,
): Promise<void> {
  for (const some of inPieces(issues)) {
    const rows = await step
      .selectFrom("notices")
      .innerJoin("deliveries", "deliveries.id", "notices.delivery_id")
      .innerJoin("issues", "issues.number", "notices.issue_number")
      .select(["notices.id as id", "notices.told as told"])
      .where("deliveries.project_id", "=", project)
      .where("issues.project_id", "=", project)
      .where("issues.id", "in", some)
      .execute();
    for (const { id, told } of rows) {
      // Written by the transaction that decided it: its shape is trusted.
      const said = JSON.parse(told) as ToldIssue;
      if (!deleted.has(said.sampleDatapointId)) continue;
      const left: ToldIssue = { ...said, explanation: gone };
      await step
        .updateTable("notices")
        .set({ told: JSON.stringify(left) })
        .where("id", "=", id)
        .execute();
    }
  }
}
