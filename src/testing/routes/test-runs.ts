import { z } from "zod";
import type { CodeCheck, KnownChecks } from "../../checks/index.ts";
import { refuseLocalChecks, refuseWrongChecks } from "../../checks/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asModelId, asScenarioSetId, asTestRunId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import { NewTestRun, Readiness, ReadinessRequest, ResumeRequest, TestRun } from "../contract/test-run.ts";
import { TestRunRow } from "../contract/test-run-attempt.ts";
import type { ModelStore, RunLeases, RunRowStore, ScenarioStore, TestRunStore } from "../ports/testing-stores.ts";
import { isServed } from "../registered-model.ts";
import { type FindCheckProblems, problemText } from "../runs/readiness.ts";
import type { Settling } from "../runs/settle.ts";
import type { Prepare } from "../served/prepare.ts";
import type { RunWorker } from "../served/run-worker.ts";
import { runLeaseMs } from "../served/run-worker.ts";
import type { TestRun as DomainRun, RunProgress } from "../test-run.ts";
import { tryRoutes } from "./test-run-attempts.ts";
import { requestedChecks, requestedSimulation, testRunJson, tryJson } from "./test-run-json.ts";

interface TestRunDependencies {
  readonly scenarios: ScenarioStore;
  readonly models: ModelStore;
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly runLeases: Pick<RunLeases, "resume">;
  /** Executes test runs whose model Gaffe calls. */
  readonly runWorker: Pick<RunWorker, "process" | "remember" | "wake">;
  readonly prepareRun: Prepare;
  readonly settling: Settling;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly findCheckProblems: FindCheckProblems;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

export function testRunRoutes(dependencies: TestRunDependencies) {
  const { scenarios, models, testRuns, runRows, runLeases, runWorker, prepareRun, settling, findCheckProblems, now } =
    dependencies;
  const { baseUrl } = dependencies;
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
        const progress = await runRows.progressOf(page.items.map(({ id }) => id));
        const items = page.items.map((run) => testRunJson(run, progress.get(run.id) ?? nothingYet, baseUrl()));
        return ok({ ...page, items });
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
        refuseWrongChecks(projectId, body.checks, dependencies);
        const set = await scenarios.get(projectId, body.scenarioId);
        if (!set) throw refusal("invalid-request", "there is no such scenario set", "scenarioId");
        const model = await models.get(projectId, body.modelId);
        if (!model) throw refusal("invalid-request", "there is no such model: register it first", "modelId");
        const { scenarioVersion = set.version, name, type, tags, calculateMetrics, repeats, atK, concurrency } = body;
        if (scenarioVersion > set.version)
          throw refusal("invalid-request", `its newest version is ${set.version}`, "scenarioVersion");
        const simulation = requestedSimulation(body);
        if (simulation?.stop?.check) refuseWrongChecks(projectId, [simulation.stop.check], dependencies);
        const { similarity, commit, ciUrl } = body;
        const keys = new Map(Object.entries(body.apiKeys));
        const id = asTestRunId(randomId("run"));
        const served = isServed(model.definition);
        if (served)
          refuseLocalChecks(
            body.checks,
            "the service calls this model itself: upload the check, or call the model from code of yours",
          );
        const checks = requestedChecks(body.checks, body.allowSkipped);
        const [problem] = await findCheckProblems(projectId, checks, { set, version: scenarioVersion });
        if (problem) throw refusal("invalid-request", problemText(problem), `checks.${problem.index}`);
        const ready = await prepareRun({ id, projectId, type, ...(simulation ? { simulation } : {}) }, model, keys);
        if (ready.kind === "missing") throw refusal("invalid-request", ready.reason, ready.field);
        const run: DomainRun = {
          id,
          projectId,
          scenarioSetId: set.id,
          scenarioVersion,
          modelId: model.id,
          modelVersion: model.version,
          checks,
          state: "running",
          createdAt: now(),
          name,
          type,
          tags,
          calculateMetrics,
          repeats,
          atK,
          ...(similarity === undefined ? {} : { similarity }),
          ...(commit === undefined ? {} : { commit }),
          ...(ciUrl === undefined ? {} : { ciUrl }),
          ...(simulation ? { simulation } : {}),
          concurrency,
          isServed: served || simulation !== undefined,
        };
        // Stored before the run starts: this process holds its first lease, because only it has the keys.
        runWorker.remember(run.id, keys);
        const first = served || simulation?.firstTurn === "driver" ? "service" : "caller";
        await testRuns.add(run, first, { process: runWorker.process, until: now() + runLeaseMs });
        runWorker.wake();
        return { status: 201, body: await shown(run) };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs/readiness",
      scope: "read",
      tag: "test runs",
      summary: "List the checks of a run that would give no verdict, and why; no model is called",
      body: ReadinessRequest,
      answers: { 200: Readiness },
      async handle({ principal: { projectId }, body }) {
        refuseWrongChecks(projectId, body.checks, dependencies);
        const set = body.scenarioId === undefined ? undefined : await scenarios.get(projectId, body.scenarioId);
        const rows = set && { set, version: set.version };
        const found = await findCheckProblems(projectId, requestedChecks(body.checks, body.allowSkipped), rows);
        return ok({ problems: found.map(({ check, problem }) => ({ check, problem })) });
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
      summary: "List the attempts of a test run with their results",
      params: byId,
      query: { limit: PageQuery.limit, cursor: z.coerce.number().int().min(0).default(0) },
      answers: { 200: pageOf(TestRunRow) },
      async handle({ principal, params, query: { limit, cursor } }) {
        const run = await find(principal.projectId, params.id);
        const rows = await settling.judgedRows(run, cursor, limit + 1);
        const items = rows.slice(0, limit).map((row) => tryJson(run, row));
        return ok({ items, ...(rows.length > limit ? { nextCursor: `${cursor + limit}` } : {}) });
      },
    }),

    ...tryRoutes(dependencies, find),

    defineRoute({
      method: "POST",
      path: "/test-runs/:id/cancel",
      scope: "write",
      tag: "test runs",
      summary: "End a test run early; existing results stay",
      params: byId,
      answers: { 200: TestRun },
      async handle({ principal, params }) {
        const run = await find(principal.projectId, params.id);
        if (!(await testRuns.move(run.id, ["running", "evaluating"], { state: "cancelled", endedAt: now() })))
          throw refusal("conflict", `the run is ${run.state} already`);
        runWorker.wake();
        return ok(await shown(await find(principal.projectId, params.id)));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs/:id/resume",
      scope: "write",
      tag: "test runs",
      summary:
        "Resume a run that was canceled, has failed, or lost its client: attempts with a result keep it, and leased ones are leased again",
      params: byId,
      body: ResumeRequest,
      answers: { 200: TestRun },
      async handle({ principal, params, body }) {
        const run = await find(principal.projectId, params.id);
        const model = await models.get(run.projectId, run.modelId, run.modelVersion);
        if (!model) throw refusal("conflict", "its model was removed");
        const isCallers = !isServed(model.definition);
        if (run.state === "running" && isCallers) {
          await runRows.release(run.id);
          return ok(await shown(run));
        }
        if (run.state !== "cancelled" && run.state !== "failed")
          throw refusal("conflict", `the run is ${run.state}: there is nothing to resume`);
        const keys = new Map(Object.entries(body.apiKeys));
        const ready = await prepareRun(run, model, keys);
        if (ready.kind === "missing") throw refusal("invalid-request", ready.reason, ready.field);
        runWorker.remember(run.id, keys);
        if (!(await runLeases.resume(run.id, runWorker.process, now() + runLeaseMs)))
          throw refusal("conflict", "another request resumed it");
        if (isCallers) await runRows.release(run.id);
        runWorker.wake();
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

const nothingYet: RunProgress = { waiting: 0, leased: 0, done: 0 };
