import type { CodeCheck, KnownChecks } from "../../checks/index.ts";
import { JudgeComparisonRequest as CompareRequest, Comparison } from "../../checks/service.ts";
import { asTestRunId } from "../../platform/ids.ts";
import { defineRoute, notFound, ok, refusal } from "../../server/service.ts";
import type { TestRunStore } from "../ports/testing-stores.ts";
import { compareRuns, type DirectionOf } from "../runs/compare.ts";
import { concludeComparison } from "../runs/compare-conclusion.ts";
import type { Settling } from "../runs/settle.ts";
import { sideBySideRows } from "../runs/side-by-side-rows.ts";

interface ComparisonDependencies {
  readonly testRuns: Pick<TestRunStore, "get">;
  readonly settling: Pick<Settling, "judgedRows">;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: Pick<KnownChecks, "find">;
}

export function comparisonRoutes({ testRuns, settling, checks, asynchronousChecks }: ComparisonDependencies) {
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
        const directionOf: DirectionOf = ({ check: name, local }) => {
          if (local) return local.direction ?? "neutral";
          const output = (checks.get(name) ?? asynchronousChecks.find(principal.projectId, name))?.output;
          return output?.type === "score" ? output.direction : "neutral";
        };
        const compared = compareRuns(first, others, { alpha, directionOf });
        const conclusions = others.map(({ run }) => concludeComparison(run, compared, alpha));
        const { rows, count: rowCount } = sideBySideRows(first, others, compared.changed, shownRows);
        return ok({ ...compared, conclusions, rows, rowCount });
      },
    }),
  ];
}
