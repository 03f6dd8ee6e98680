import { refuseLocalChecks, refuseWrongChecks } from "../../checks/routes/asked-checks.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asTestRunId } from "../../platform/ids.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, refusal } from "../../server/routes/route.ts";
import { Reevaluation, TestRun } from "../../testing/contract/test-run.ts";
import { testRunJson } from "../../testing/routes/test-run-json.ts";
import type { TestRun as DomainRun } from "../../testing/test-run.ts";

type Needs = Pick<ApiNeeds, "testRuns" | "runRows" | "settling" | "checks" | "slowChecks" | "now" | "baseUrl">;

export function reevaluationRoutes(needs: Needs) {
  const { testRuns, runRows, settling, now, baseUrl } = needs;
  return [
    defineRoute({
      method: "POST",
      path: "/test-runs/:id/reevaluate",
      scope: "write",
      tag: "test runs",
      summary: "Judge the answers of a test run by other checks, as a run of its own; no model is called",
      params: { id: Id },
      body: Reevaluation,
      answers: { 201: TestRun },
      async handle({ principal: { projectId }, params, body }) {
        const { checks, name, type, tags, calculateMetrics, atK } = body;
        const before = await testRuns.get(projectId, asTestRunId(params.id));
        if (!before) throw notFound("test run");
        refuseWrongChecks(projectId, checks, needs);
        refuseLocalChecks(checks, "these are answers of an old run");
        if (before.state === "running" || before.state === "evaluating")
          throw refusal("conflict", `the run is ${before.state}: wait for its end`);
        const { metrics: _, failure: _why, endedAt: _when, ...same } = before;
        const run: DomainRun = {
          ...same,
          id: asTestRunId(randomId("run")),
          name: name ?? `${before.name}, judged again`.slice(0, 200),
          type: type ?? before.type,
          tags: tags ?? before.tags,
          calculateMetrics: calculateMetrics ?? before.calculateMetrics,
          atK: atK ?? before.atK,
          checks,
          reevaluates: before.id,
          // Nothing is called: there is nothing for the service to carry.
          isServed: false,
          state: "running",
          createdAt: now(),
        };
        if (!(await testRuns.addReevaluation(run, before)))
          throw refusal("conflict", "the run has no answers that could be judged");
        await settling.record(run);
        return { status: 201, body: testRunJson(run, await runRows.progress(run.id), baseUrl()) };
      },
    }),
  ];
}
