import { JudgeComparisonRequest as CompareRequest, Comparison } from "../../checks/service.ts";
import { asTestRunId } from "../../platform/ids.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/service.ts";
import type { TestRunStore } from "../ports/testing-stores.ts";
import { compareRuns } from "../runs/compare.ts";
import type { Settling } from "../runs/settle.ts";
import { sideBySideRows } from "../runs/side-by-side-rows.ts";

interface ComparisonDependencies {
  readonly testRuns: Pick<TestRunStore, "get">;
  readonly settling: Pick<Settling, "judgedRows">;
}

export function comparisonRoutes({ testRuns, settling }: ComparisonDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/test-runs/compare",
      scope: "read",
      tag: "test runs",
      summary: "Hold up to three runs against a base, row by row and check by check",
      body: CompareRequest,
      answers: { 200: Comparison },
      async handle({ principal, body: { base, runs, alpha, rows: shownRows } }) {
        const judged = async (id: string, field: string) => {
          const run = await testRuns.get(principal.projectId, asTestRunId(id));
          if (!run) throw notFound("test run");
          if (run.state !== "finished") throw refusal("conflict", `the run is ${run.state}: wait for its end`, field);
          return { run, rows: await settling.judgedRows(run, 0, 1_000_000) };
        };
        const [first, others] = await Promise.all([
          judged(base, "base"),
          Promise.all(runs.map((id, index) => judged(id, `runs.${index}`))),
        ]);
        const compared = compareRuns(first, others, alpha);
        const { rows, count: rowCount } = sideBySideRows(first, others, compared.changed, shownRows);
        return ok({ ...compared, rows, rowCount });
      },
    }),
  ];
}
