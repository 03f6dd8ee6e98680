import { expect, test } from "vitest";
import { isRegression, rowsShown } from "../../dashboards/app/src/testing/compare/compared.ts";
import { type Compared, comparisonFiles } from "../../dashboards/app/src/testing/compare/comparison-text.ts";

type Comparison = Parameters<typeof rowsShown>[0];

const aRow = (rowId: string) => ({ rowId, repeat: 1, input: rowId, attempts: [] });
const aChange = (rowId: string, check: string, change: "worsened" | "improved", runId = "next") => ({
  rowId,
  repeat: 1,
  check,
  change,
  runId,
  input: rowId,
  datapointId: "d",
  baseDatapointId: "e",
});
const metrics = {
  difference: -0.5,
  low: -0.8,
  high: -0.1,
  pValue: 0.001,
  pValueAdjusted: 0.0004,
  significant: true,
  conclusion: "worse" as const,
  chanceToBeat: 0.01,
  riskToShip: 0.4,
  riskToKeep: 0,
};
const comparison: Comparison = {
  conclusions: [],
  checks: [
    {
      runId: "next",
      check: "polite",
      matched: 4,
      otherVersion: 0,
      outcomes: { bothPassed: 1, improved: 1, worsened: 2, bothFailed: 0 },
      passRate: metrics,
    },
    {
      runId: "next",
      check: "brief",
      matched: 0,
      otherVersion: 4,
      outcomes: { bothPassed: 0, improved: 0, worsened: 0, bothFailed: 0 },
    },
  ],
  changed: [
    aChange("a", "polite", "worsened"),
    aChange("b", "polite", "worsened", "third"),
    aChange("a", "brief", "improved"),
    aChange("c", "polite", "improved"),
  ],
  rows: ["a", "b", "c", "d"].map(aRow),
  rowCount: 4,
};

test.each([
  [{ shown: "all" }, ["a", "b", "c", "d"]],
  [{ shown: "changed" }, ["a", "b", "c"]],
  [{ shown: "worsened" }, ["a", "b"]],
  [{ shown: "improved", check: "polite" }, ["c"]],
  [{ shown: "worsened", check: "polite", run: "third" }, ["b"]],
] as const)("%j shows the rows %j", (filter, rows) => {
  expect(rowsShown(comparison, filter).map(({ rowId }) => rowId)).toEqual(rows);
});

test("a comparison is saved for a pull request and for a build, with what became worse", () => {
  const run = (id: string, name: string) => ({ id, name, appLink: `http://gaffe/${id}` }) as Compared["base"];
  const compared = { base: run("base", "Now"), others: [run("next", 'Next "[1]" | <b>')], comparison };
  const [markdown = "", junit = ""] = comparisonFiles.map(({ textOf }) => textOf(compared));
  expect(markdown).toContain('### [Next "\\[1\\]" \\| <b>](http://gaffe/next)');
  expect(markdown).toContain(
    "| ✗ polite | 75.0 % | 50.0 % | −50.0 % (−80.0 % to −10.0 %) | 2 | 1 | < 0.001 | 1.0 % | 40.0 % |",
  );
  expect(markdown).toContain("Rows that became worse:\n\n- polite: `a`\n");
  expect(junit).toContain('<testsuite name="Next &quot;[1]&quot; | &lt;b&gt; against Now" tests="2" failures="1">');
  expect(junit).toMatch(/name="polite"><failure message="significantly worse: 75\.0 % to 50\.0 %, 2 worse, 1 better:/);
  expect(comparison.checks.map(isRegression)).toEqual([true, false]);
});
