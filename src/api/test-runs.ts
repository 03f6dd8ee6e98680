import { z } from "zod";
import { Id, PageQuery, pageOf } from "../contract/common.ts";
import { CompareRequest, Comparison } from "../contract/comparison.ts";
import { NewTestRun, TestRun, TestRunRow } from "../contract/test-run.ts";
import { asModelId, asScenarioSetId, asTestRunId, type ProjectId } from "../domain/ids.ts";
import type { TestRun as DomainRun } from "../domain/test-run.ts";
import { randomId } from "../lib/random-id.ts";
import { compareRuns } from "../offline/compare.ts";
import type { JudgedRow } from "../offline/run-metrics.ts";
import { refuseWrongChecks } from "./asked-checks.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";
import { testRunJson } from "./test-run-json.ts";
import { given, tryRoutes } from "./test-run-tries.ts";
import { verdictJson } from "./to-json.ts";

type Needs = Pick<
  ApiNeeds,
  "scenarios" | "models" | "testRuns" | "runRows" | "settling" | "checks" | "slowChecks" | "now" | "baseUrl"
>;

export function testRunRoutes(needs: Needs) {
  const { scenarios, models, testRuns, runRows, settling, now, baseUrl } = needs;
  const byId = { id: Id };
  return [
    defineRoute({
      method: "GET",
      path: "/test-runs",
      scope: "read",
      tag: "test runs",
      summary: "List test runs, newest first",
      query: { ...PageQuery, scenarioId: Id.optional(), modelId: Id.optional() },
      answers: { 200: pageOf(TestRun) },
      async handle({ principal, query: { limit, cursor, scenarioId, modelId } }) {
        const filter = {
          ...(scenarioId === undefined ? {} : { scenarioSetId: asScenarioSetId(scenarioId) }),
          ...(modelId === undefined ? {} : { modelId: asModelId(modelId) }),
        };
        const page = await testRuns.list(principal.projectId, filter, {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        });
        return ok({ ...page, items: await Promise.all(page.items.map(shown)) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs",
      scope: "write",
      tag: "test runs",
      summary: "Start a test run: a scenario set × a registered model × checks",
      body: NewTestRun,
      answers: { 201: TestRun },
      async handle({ principal: { projectId }, body }) {
        refuseWrongChecks(projectId, body.checks, needs);
        const set = await scenarios.get(projectId, body.scenarioId);
        if (!set) throw refusal("invalid-request", "there is no such scenario set", "scenarioId");
        const model = await models.get(projectId, body.modelId);
        if (!model) throw refusal("invalid-request", "there is no such model: register it first", "modelId");
        const { scenarioVersion = set.version, name, type, tags, calculateMetrics, repeats, atK } = body;
        if (scenarioVersion > set.version)
          throw refusal("invalid-request", `its newest version is ${set.version}`, "scenarioVersion");
        const run: DomainRun = {
          id: asTestRunId(randomId("run")),
          projectId,
          scenarioSetId: set.id,
          scenarioVersion,
          modelId: model.id,
          modelVersion: model.version,
          checks: body.checks,
          state: "running",
          createdAt: now(),
          name,
          type,
          tags,
          calculateMetrics,
          repeats,
          atK,
        };
        await testRuns.add(run);
        return { status: 201, body: await shown(run) };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs/compare",
      scope: "read",
      tag: "test runs",
      summary: "Hold up to three runs against a base, row by row and check by check",
      body: CompareRequest,
      answers: { 200: Comparison },
      async handle({ principal, body: { base, runs, alpha } }) {
        const asked = await Promise.all(
          [base, ...runs].map(async (id, index) => {
            const run = await find(principal.projectId, id);
            const field = index === 0 ? "base" : `runs.${index - 1}`;
            if (run.state !== "finished") throw refusal("conflict", `the run is ${run.state}: wait for its end`, field);
            return { run, rows: await settling.judgedRows(run, 0, 1_000_000) };
          }),
        );
        const [first, ...others] = asked;
        if (!first) throw new Error("a request without a base passed its schema");
        return ok(compareRuns(first, others, alpha));
      },
    }),

    defineRoute({
      method: "GET",
      path: "/test-runs/:id",
      scope: "read",
      tag: "test runs",
      summary: "Show a test run with its progress and, once finished, its metrics",
      params: byId,
      answers: { 200: TestRun },
      handle: async ({ principal, params }) => ok(await shown(await find(principal.projectId, params.id))),
    }),

    defineRoute({
      method: "GET",
      path: "/test-runs/:id/rows",
      scope: "read",
      tag: "test runs",
      summary: "List the tries of a test run with what came of them",
      params: byId,
      query: { limit: PageQuery.limit, cursor: z.coerce.number().int().min(0).default(0) },
      answers: { 200: pageOf(TestRunRow) },
      async handle({ principal, params, query: { limit, cursor } }) {
        const run = await find(principal.projectId, params.id);
        const rows = await settling.judgedRows(run, cursor, limit + 1);
        const items = rows.slice(0, limit).map(rowJson);
        return ok({ items, ...(rows.length > limit ? { nextCursor: `${cursor + limit}` } : {}) });
      },
    }),

    ...tryRoutes(needs, find),

    defineRoute({
      method: "POST",
      path: "/test-runs/:id/cancel",
      scope: "write",
      tag: "test runs",
      summary: "End a test run early; what came stays",
      params: byId,
      answers: { 200: TestRun },
      async handle({ principal, params }) {
        const run = await find(principal.projectId, params.id);
        if (!(await testRuns.move(run.id, ["running", "evaluating"], { state: "cancelled", endedAt: now() })))
          throw refusal("conflict", `the run is ${run.state} already`);
        return ok(await shown(await find(principal.projectId, params.id)));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/test-runs/:id",
      scope: "write",
      tag: "test runs",
      summary: "Delete a test run; its datapoints stay as long as others do",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal, params }) {
        if (!(await testRuns.remove(principal.projectId, asTestRunId(params.id)))) throw notFound("test run");
        return { status: 204 };
      },
    }),
  ];

  async function find(project: ProjectId, id: string): Promise<DomainRun> {
    const run = await testRuns.get(project, asTestRunId(id));
    if (!run) throw notFound("test run");
    return run;
  }

  async function shown(run: DomainRun) {
    return testRunJson(run, await runRows.progress(run.id), baseUrl());
  }
}

function rowJson({ rowId, repeat, input, expected, state, result, datapointId, judged }: JudgedRow) {
  return {
    rowId,
    repeat,
    input,
    expected,
    state,
    ...given({ prediction: result?.prediction, error: result?.error, durationMs: result?.durationMs }),
    ...given({ costUsd: judged?.costUsd }),
    datapointId,
    verdicts: (judged?.verdicts ?? []).map(verdictJson),
  };
}
