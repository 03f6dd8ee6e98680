import type { Kysely, Selectable, Transaction } from "kysely";
import { type Deletion, type DeletionKind, deletionStates, nothingDeleted } from "../../domain/deletion.ts";
import { asProjectId, asTestRunId, type ProjectId } from "../../domain/ids.ts";
import type { Told } from "../../domain/notification.ts";
import { projectOwner } from "../../domain/registered-model.ts";
import { tryDatapoints } from "../../domain/test-run.ts";
import type { DeletionStore } from "../../ports/deletions.ts";
import type { Schema } from "./schema.ts";

const rowsAtOnce = 300;
const gone = "What it spoke of was deleted.";

export function createDeletionStore(db: Kysely<Schema>): DeletionStore {
  return {
    async add(deletion) {
      await db.insertInto("deletions").values(rowOf(deletion)).execute();
    },

    async list(project) {
      const rows = await db
        .selectFrom("deletions")
        .selectAll()
        .where("project_id", "=", project)
        .orderBy("requested_at", "desc")
        .orderBy("id")
        .limit(200)
        .execute();
      return rows.map(deletionOf);
    },

    async get(project, id) {
      const row = await db
        .selectFrom("deletions")
        .selectAll()
        .where("project_id", "=", project)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && deletionOf(row);
    },

    async claim(now, until) {
      const due = await db
        .selectFrom("deletions")
        .selectAll()
        .where("value", "is not", null)
        .where("next_pass_at", "<=", now)
        .orderBy("next_pass_at")
        .limit(1)
        .executeTakeFirst();
      if (!due) return undefined;
      const { numUpdatedRows } = await db
        .updateTable("deletions")
        .set({ next_pass_at: until })
        .where("id", "=", due.id)
        .where("next_pass_at", "=", due.next_pass_at)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? deletionOf({ ...due, next_pass_at: until }) : undefined;
    },

    async save(deletion) {
      await db.updateTable("deletions").set(rowOf(deletion)).where("id", "=", deletion.id).execute();
    },

    async addTraces(project, traceIds, at) {
      for (const some of inPieces(traceIds))
        await db
          .insertInto("deleted_traces")
          .values(some.map((trace_id) => ({ project_id: project, trace_id, at })))
          .onConflict((conflict) => conflict.columns(["project_id", "trace_id"]).doNothing())
          .execute();
    },

    async traces(since) {
      const rows = await db.selectFrom("deleted_traces").selectAll().where("at", ">=", since).execute();
      return rows.map(({ project_id, trace_id, at }) => ({
        projectId: asProjectId(project_id),
        traceId: trace_id,
        at,
      }));
    },

    async tombstones() {
      const rows = await db
        .selectFrom("deletions")
        .select(["project_id", "kind", "digest", "before"])
        .where("kind", "!=", "datapoint")
        .execute();
      return rows.map((row) => ({
        projectId: asProjectId(row.project_id),
        kind: row.kind as DeletionKind,
        digest: row.digest,
        before: row.before,
      }));
    },

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
      const said = JSON.parse(told) as Told;
      if (!deleted.has(said.sampleDatapointId)) continue;
      const left: Told = { ...said, explanation: gone };
      await step
        .updateTable("notices")
        .set({ told: JSON.stringify(left) })
        .where("id", "=", id)
        .execute();
    }
  }
}

function rowOf(deletion: Deletion): Schema["deletions"] {
  return {
    id: deletion.id,
    project_id: deletion.projectId,
    kind: deletion.kind,
    value: deletion.value ?? null,
    digest: deletion.digest,
    before: deletion.before,
    requested_by: deletion.requestedBy,
    requested_at: deletion.requestedAt,
    state: deletion.state,
    passes: deletion.passes,
    next_pass_at: deletion.nextPassAt,
    counts: JSON.stringify(deletion.counts),
    problem: deletion.problem ?? null,
    finished_at: deletion.finishedAt ?? null,
  };
}

/** Written before a count was added, they lack it. */
const countsOf = (text: string) => ({ ...nothingDeleted, ...(JSON.parse(text) as Partial<Deletion["counts"]>) });

/** Rows were written by rowOf alone: their words and counts are trusted. */
function deletionOf(row: Selectable<Schema["deletions"]>): Deletion {
  return {
    id: row.id,
    projectId: asProjectId(row.project_id),
    kind: row.kind as DeletionKind,
    ...(row.value === null ? {} : { value: row.value }),
    digest: row.digest,
    before: row.before,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    state: deletionStates.find((state) => state === row.state) ?? "queued",
    passes: row.passes,
    nextPassAt: row.next_pass_at,
    counts: countsOf(row.counts),
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at }),
  };
}

function inPieces<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, piece) =>
    items.slice(piece * rowsAtOnce, (piece + 1) * rowsAtOnce),
  );
}
