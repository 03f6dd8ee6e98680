import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { similarityLevels } from "../../checks/service.ts";
import { storedRunChecks, storedSimulation } from "../../datapoints/service.ts";
import { asModelId, asProjectId, asScenarioSetId, asTestRunId } from "../../platform/ids.ts";
import type { Tables } from "../../storage/index.ts";
import { findRow, json, newestFirst, removeRow, rowParser } from "../../storage/service.ts";
import type { TestRunStore } from "../ports/testing-stores.ts";
import { type TestRun, type TestRunState, testRunStates, testRunTypes } from "../test-run.ts";
import { storedMetrics } from "./stored-metrics.ts";

export function createTestRunStore(db: Kysely<Tables>): TestRunStore {
  return {
    async list(project, { scenarioSetId, modelId }, page) {
      let query = db.selectFrom("test_runs").selectAll().where("project_id", "=", project);
      if (scenarioSetId !== undefined) query = query.where("scenario_set_id", "=", scenarioSetId);
      if (modelId !== undefined) query = query.where("model_id", "=", modelId);
      const found = await newestFirst(query, page);
      return { ...found, items: found.items.map(runOf) };
    },

    async get(project, id) {
      const row = await findRow(db, "test_runs", project, id);
      return row && runOf(row);
    },

    add: (run, first, lease) =>
      db.transaction().execute(async (step) => {
        await step
          .insertInto("test_runs")
          .values({ ...rowOf(run), worker: lease?.process ?? null, epoch: 0, lease_until: lease?.until ?? 0 })
          .execute();
        for (let repeat = 1; repeat <= run.repeats; repeat++)
          await step
            .insertInto("test_run_rows")
            .columns(["run_id", "number", "repeat", "row_id", "leased_until", "recorded", "step", "waits_for"])
            .expression((build) =>
              build
                .selectFrom("scenario_rows")
                .select((column) => [
                  column.val(run.id).$castTo<string>().as("run_id"),
                  column.ref("number").as("number"),
                  column.val(repeat).$castTo<number>().as("repeat"),
                  column.ref("id").as("row_id"),
                  column.val(0).$castTo<number>().as("leased_until"),
                  column.val(0).$castTo<number>().as("recorded"),
                  column.val(0).$castTo<number>().as("step"),
                  column.val(first).$castTo<string>().as("waits_for"),
                ])
                .where("set_id", "=", run.scenarioSetId)
                .where("version", "=", run.scenarioVersion),
            )
            .execute();
      }),

    addReevaluation: (run, of) =>
      db.transaction().execute(async (step) => {
        await step
          .insertInto("test_runs")
          .values({ ...rowOf(run), worker: null, epoch: 0, lease_until: 0 })
          .execute();
        const { numInsertedOrUpdatedRows = 0n } = await step
          .insertInto("test_run_rows")
          .columns([
            "run_id",
            "number",
            "repeat",
            "row_id",
            "leased_until",
            "result",
            "recorded",
            "step",
            "conversation",
          ])
          .expression((build) =>
            build
              .selectFrom("test_run_rows")
              .select((column) => [
                column.val(run.id).$castTo<string>().as("run_id"),
                column.ref("number").as("number"),
                column.ref("repeat").as("repeat"),
                column.ref("row_id").as("row_id"),
                // Like any finished attempt.
                column.val(1).$castTo<number>().as("leased_until"),
                column.ref("result").as("result"),
                column.val(0).$castTo<number>().as("recorded"),
                column.ref("step").as("step"),
                column.ref("conversation").as("conversation"),
              ])
              .where("run_id", "=", of.id)
              .where("result", "is not", null),
          )
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows > 0n) return true;
        await step.deleteFrom("test_runs").where("id", "=", run.id).execute();
        return false;
      }),

    async underWay() {
      const states: readonly TestRunState[] = ["running", "evaluating"];
      const rows = await db.selectFrom("test_runs").selectAll().where("state", "in", states).execute();
      return rows.map(runOf);
    },

    async move(id, from, { state, failure, metrics, endedAt }) {
      const { numUpdatedRows } = await db
        .updateTable("test_runs")
        .set({
          state,
          failure: failure ?? null,
          ...(metrics === undefined ? {} : { metrics: JSON.stringify(metrics) }),
          ended_at: endedAt ?? null,
        })
        .where("id", "=", id)
        .where("state", "in", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    remove: (project, id) => removeRow(db, "test_runs", project, id),
  };
}

const rowOf = (run: TestRun) => ({
  id: run.id,
  project_id: run.projectId,
  name: run.name,
  type: run.type,
  scenario_set_id: run.scenarioSetId,
  scenario_version: run.scenarioVersion,
  model_id: run.modelId,
  model_version: run.modelVersion,
  checks: JSON.stringify(run.checks),
  tags: JSON.stringify(run.tags),
  calculate_metrics: run.calculateMetrics ? 1 : 0,
  repeats: run.repeats,
  at_k: JSON.stringify(run.atK),
  reevaluates: run.reevaluates ?? null,
  state: run.state,
  failure: run.failure ?? null,
  metrics: run.metrics === undefined ? null : JSON.stringify(run.metrics),
  created_at: run.createdAt,
  ended_at: run.endedAt ?? null,
  similarity: run.similarity ?? null,
  simulation: run.simulation === undefined ? null : JSON.stringify(run.simulation),
  concurrency: run.concurrency,
  served: run.isServed ? 1 : 0,
  commit_sha: run.commit ?? null,
  ci_url: run.ciUrl ?? null,
});

const parse = rowParser("test_runs", {
  type: z.enum(testRunTypes),
  state: z.enum(testRunStates),
  checks: json(storedRunChecks),
  tags: json(z.array(z.string())),
  at_k: json(z.array(z.number())),
  similarity: z.enum(similarityLevels).nullable(),
  simulation: json(storedSimulation).nullable(),
  metrics: json(storedMetrics).nullable(),
});

export function runOf(row: Selectable<Tables["test_runs"]>): TestRun {
  const { type, state, checks, tags, at_k: atK, similarity, simulation, metrics } = parse(row);
  return {
    id: asTestRunId(row.id),
    projectId: asProjectId(row.project_id),
    name: row.name,
    type,
    scenarioSetId: asScenarioSetId(row.scenario_set_id),
    scenarioVersion: row.scenario_version,
    modelId: asModelId(row.model_id),
    modelVersion: row.model_version,
    checks,
    tags,
    calculateMetrics: row.calculate_metrics === 1,
    repeats: row.repeats,
    atK,
    ...(row.reevaluates === null ? {} : { reevaluates: asTestRunId(row.reevaluates) }),
    ...(similarity === null ? {} : { similarity }),
    ...(simulation === null ? {} : { simulation }),
    concurrency: row.concurrency,
    isServed: row.served === 1,
    state,
    ...(row.failure === null ? {} : { failure: row.failure }),
    ...(metrics === null ? {} : { metrics }),
    createdAt: row.created_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.commit_sha === null ? {} : { commit: row.commit_sha }),
    ...(row.ci_url === null ? {} : { ciUrl: row.ci_url }),
  };
}
