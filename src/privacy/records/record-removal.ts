import type { Kysely, Transaction } from "kysely";
import type { IssueEvent } from "../../notifications/notification-event.ts";
import { asTestRunId, type ProjectId } from "../../platform/ids.ts";
import { projectOwner } from "../../providers/secret-owner.ts";
import { inPieces } from "../../storage/records/in-pieces.ts";
import type { Tables } from "../../storage/records/tables.ts";
import { tryDatapoints } from "../../testing/test-run.ts";
import type { DeletionStore } from "../ports/deletions.ts";

const gone = "What it spoke of was deleted.";

/** Removes what the records database stores about deleted datapoints. */
export function createRecordRemoval(db: Kysely<Tables>): Pick<DeletionStore, "removeDatapoints" | "removeProject"> {
  return {
    removeDatapoints: (project, issues, datapoints) =>
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
        await clearNotifications(
          step,
          project,
          issues.map(({ issueId }) => issueId),
          deleted,
        );
        for (const some of inPieces(datapoints))
          for (const table of ["jobs", "verdict_labels"] as const)
            await step.deleteFrom(table).where("project_id", "=", project).where("datapoint_id", "in", some).execute();
        await clearScenarioRows(step, project, datapoints);
        return { runResults: await removeAttempts(step, project, deleted) };
      }),

    removeProject: (project, before) =>
      db.transaction().execute(async (step) => {
        const made = async (table: "test_runs" | "scenario_sets" | "models" | "check_runs" | "jobs") => {
          const { numDeletedRows } = await step
            .deleteFrom(table)
            .where("project_id", "=", project)
            .where("created_at", "<", before)
            .executeTakeFirst();
          return Number(numDeletedRows);
        };
        // Runs first: deleting their set or model would delete them without counting.
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
          .where("labeled_at", "<", before)
          .execute();
        return counts;
      }),
  };
}

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

async function clearNotifications(
  step: Transaction<Tables>,
  project: ProjectId,
  issues: readonly string[],
  deleted: ReadonlySet<string>,
): Promise<void> {
  for (const some of inPieces(issues)) {
    const rows = await step
      .selectFrom("notification_events")
      .innerJoin("deliveries", "deliveries.id", "notification_events.delivery_id")
      .innerJoin("issues", "issues.number", "notification_events.issue_number")
      .select(["notification_events.id as id", "notification_events.event as event"])
      .where("deliveries.project_id", "=", project)
      .where("issues.project_id", "=", project)
      .where("issues.id", "in", some)
      .execute();
    for (const { id, event: stored } of rows) {
      // Only the transaction that decided the event writes this JSON, so its shape is trusted.
      const event = JSON.parse(stored) as IssueEvent;
      if (!deleted.has(event.sampleDatapointId)) continue;
      const left: IssueEvent = { ...event, explanation: gone };
      await step
        .updateTable("notification_events")
        .set({ event: JSON.stringify(left) })
        .where("id", "=", id)
        .execute();
    }
  }
}
