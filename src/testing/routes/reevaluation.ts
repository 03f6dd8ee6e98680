import type { CodeCheck, KnownChecks } from "../../checks/index.ts";
import { refuseLocalChecks, refuseWrongChecks } from "../../checks/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asTestRunId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, refusal } from "../../server/service.ts";
import { Reevaluation, TestRun } from "../contract/test-run.ts";
import type { RunRowStore, ScenarioStore, TestRunStore } from "../ports/testing-stores.ts";
import { type FindCheckProblems, problemText } from "../runs/readiness.ts";
import type { Settling } from "../runs/settle.ts";
import type { TestRun as DomainRun } from "../test-run.ts";
import { requestedChecks, testRunJson } from "./test-run-json.ts";

interface ReevaluationDependencies {
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly scenarios: Pick<ScenarioStore, "get">;
  readonly settling: Settling;
  readonly findCheckProblems: FindCheckProblems;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Base URL for links, without a trailing slash. */
  readonly baseUrl: () => string;
}

export function reevaluationRoutes(dependencies: ReevaluationDependencies) {
  const { testRuns, runRows, scenarios, settling, findCheckProblems, now, baseUrl } = dependencies;
  return [
    defineRoute({
      method: "POST",
      path: "/test-runs/:id/reevaluate",
      scope: "write",
      tag: "test runs",
      summary: "Re-evaluate the answers of a test run with other checks, as a separate run; no model is called",
      params: { id: Id },
      body: Reevaluation,
      answers: { 201: TestRun },
      async handle({ principal: { projectId }, params, body }) {
        const { name, type, tags, calculateMetrics, atK } = body;
        const before = await testRuns.get(projectId, asTestRunId(params.id));
        if (!before) throw notFound("test run");
        refuseWrongChecks(projectId, body.checks, dependencies);
        refuseLocalChecks(body.checks, "these are answers of an old run");
        if (before.state === "running" || before.state === "evaluating")
          throw refusal("conflict", `the run is ${before.state}: wait for its end`);
        const allowedBefore = before.checks.flatMap(({ check, allowSkipped }) => (allowSkipped ? [check] : []));
        const names = new Set(body.checks.map(({ check }) => check));
        const checks = requestedChecks(
          body.checks,
          body.allowSkipped ?? allowedBefore.filter((name) => names.has(name)),
        );
        const set = await scenarios.get(projectId, before.scenarioSetId);
        const rows = set && { set, version: before.scenarioVersion };
        const [problem] = await findCheckProblems(projectId, checks, rows);
        if (problem) throw refusal("invalid-request", problemText(problem), `checks.${problem.index}`);
        const { metrics: _, failure: _why, endedAt: _when, ...same } = before;
        const run: DomainRun = {
          ...same,
          id: asTestRunId(randomId("run")),
          name: name ?? `${before.name}, re-evaluated`.slice(0, 200),
          type: type ?? before.type,
          tags: tags ?? before.tags,
          calculateMetrics: calculateMetrics ?? before.calculateMetrics,
          atK: atK ?? before.atK,
          checks,
          reevaluates: before.id,
          // No model is called, so the service has no steps to make.
          isServed: false,
          state: "running",
          createdAt: now(),
        };
        if (!(await testRuns.addReevaluation(run, before)))
          throw refusal("conflict", "the run has no answers that could be judged");
        settling.recordSoon(run);
        return { status: 201, body: testRunJson(run, await runRows.progress(run.id), baseUrl()) };
      },
    }),
  ];
}
