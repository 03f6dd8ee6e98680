import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/datapoints/verdicts/verdict.ts";
import { asDatapointId, asModelId, asScenarioSetId, asTestRunId, globalProject } from "../../src/platform/ids.ts";
import { type ComparedRun, compareRuns as compareBy, type DirectionOf } from "../../src/testing/runs/compare.ts";
import { concludeComparison } from "../../src/testing/runs/compare-conclusion.ts";
import type { JudgedRow } from "../../src/testing/runs/run-metrics.ts";
import { sideBySideRows } from "../../src/testing/runs/side-by-side-rows.ts";
import type { TestRun } from "../../src/testing/test-run.ts";
import { noon } from "../support/data/examples.ts";

const aRun = (id: string, checks: readonly string[]): TestRun => ({
  id: asTestRunId(id),
  projectId: globalProject,
  name: id,
  type: "NL_GENERATION",
  scenarioSetId: asScenarioSetId("set"),
  scenarioVersion: 1,
  modelId: asModelId("model"),
  modelVersion: 1,
  checks: checks.map((check) => ({ check, options: {} })),
  tags: [],
  calculateMetrics: true,
  repeats: 1,
  atK: [],
  concurrency: 8,
  isServed: false,
  state: "finished",
  metrics: {
    rows: 1,
    errors: 0,
    checks: checks.map((check) => ({ check, version: 1, passed: 1, failed: 0, skipped: 0, broken: 0 })),
  },
  createdAt: noon,
});

const compareRuns = (base: ComparedRun, others: readonly ComparedRun[], directionOf: DirectionOf = () => "higher") =>
  compareBy(base, others, { directionOf });

type VerdictFacts = Pick<Verdict, "state" | "value"> & Partial<Pick<Verdict, "version">>;
const passed: VerdictFacts = { state: "passed", value: true };
const failed: VerdictFacts = { state: "failed", value: false };

function aRow(number: number, facts: Readonly<Record<string, VerdictFacts>>): JudgedRow {
  const datapointId = asDatapointId(`d${number}`);
  const verdicts = Object.entries(facts).map(([check, each]) => ({
    datapointId,
    check,
    version: 1,
    options: "",
    evidence: [],
    monitorIds: [],
    durationMs: 0,
    at: noon,
    ...each,
  }));
  const row = { rowId: `row ${number}`, repeat: 1, input: number, expected: null, state: "done" as const };
  return { ...row, datapointId, judged: { verdicts } };
}

const rowsOf = (check: string, all: readonly VerdictFacts[]) =>
  all.map((verdicts, index) => aRow(index, { [check]: verdicts }));
const base = aRun("base", ["polite"]);
const next = aRun("next", ["polite"]);

describe("comparing runs", () => {
  test("pairs verdicts by row and puts regressions first", () => {
    const found = compareRuns({ run: base, rows: rowsOf("polite", [passed, passed, failed, failed]) }, [
      { run: next, rows: rowsOf("polite", [passed, failed, passed, failed]) },
    ]);
    expect(found.checks).toMatchObject([
      {
        runId: "next",
        check: "polite",
        matched: 4,
        outcomes: { bothPassed: 1, improved: 1, worsened: 1, bothFailed: 1 },
        passRate: { difference: 0, pValue: 1, significant: false, chanceToBeat: expect.closeTo(0.5) },
      },
    ]);
    expect(found.checks[0]?.score).toBeUndefined();
    expect(found.changed).toEqual([
      {
        runId: "next",
        check: "polite",
        rowId: "row 1",
        repeat: 1,
        input: "1",
        datapointId: "d1",
        baseDatapointId: "d1",
        change: "worsened",
      },
      {
        runId: "next",
        check: "polite",
        rowId: "row 2",
        repeat: 1,
        input: "2",
        datapointId: "d2",
        baseDatapointId: "d2",
        change: "improved",
      },
    ]);
  });

  test("scores are compared by their differences as well", () => {
    const scores = (values: readonly number[]) =>
      rowsOf(
        "polite",
        values.map((value) => ({ state: "passed", value })),
      );
    const found = compareRuns({ run: base, rows: scores([1, 2, 3, 4]) }, [{ run: next, rows: scores([2, 3, 4, 6]) }]);
    expect(found.checks[0]?.score).toMatchObject({ difference: 1.25 });
  });

  test("a check that changed between the runs, a skipped row and one that only one run has are left out", () => {
    const found = compareRuns({ run: base, rows: rowsOf("polite", [passed, passed, { state: "skipped" }]) }, [
      { run: next, rows: rowsOf("polite", [{ ...failed, version: 2 }, failed, failed, failed]) },
    ]);
    expect(found.checks).toMatchObject([{ matched: 1, otherVersion: 1, outcomes: { worsened: 1 } }]);
  });

  test("many comparisons make a single surprise less of one", () => {
    const checks = Array.from({ length: 20 }, (_, index) => `check ${index}`);
    const same = Object.fromEntries(checks.map((check) => [check, passed]));
    const rows = (all: number, worse: number) =>
      Array.from({ length: all }, (_, index) =>
        aRow(index, { ...same, ...(index < worse ? { "check 0": failed } : {}) }),
      );
    const alone = compareRuns({ run: aRun("base", ["check 0"]), rows: rows(20, 0) }, [
      { run: aRun("next", ["check 0"]), rows: rows(20, 7) },
    ]);
    const among = compareRuns({ run: aRun("base", checks), rows: rows(20, 0) }, [
      { run: aRun("next", checks), rows: rows(20, 7) },
    ]);
    expect(alone.checks[0]?.passRate?.significant).toBe(true);
    expect(among.checks[0]?.passRate?.significant).toBe(false);
    expect(among.checks[0]?.passRate?.pValue).toBe(alone.checks[0]?.passRate?.pValue);
  });

  test("of each run, what became significantly worse comes first", () => {
    const checks = ["better", "same", "worse"];
    const rows = (verdicts: Readonly<Record<string, VerdictFacts>>) =>
      Array.from({ length: 12 }, (_, index) => aRow(index, verdicts));
    const found = compareRuns(
      { run: aRun("base", checks), rows: rows({ better: failed, same: passed, worse: passed }) },
      [{ run: aRun("next", checks), rows: rows({ better: passed, same: passed, worse: failed }) }],
    );
    expect(found.checks.map(({ check }) => check)).toEqual(["worse", "same", "better"]);
  });
});

describe("the direction of a score", () => {
  const scores = (values: readonly number[]) =>
    rowsOf(
      "polite",
      values.map((value) => ({ state: "passed", value })),
    );
  const edits = { run: base, rows: scores([12, 12, 11, 12, 12, 13, 12]) };
  const exact = { run: next, rows: scores([0, 0, 0, 1, 0, 0, 0]) };

  test.each([
    ["lower", "better", 1],
    ["higher", "worse", 0],
  ] as const)("%s: fewer edits are %s", (direction, conclusion, chance) => {
    const found = compareRuns(edits, [exact], () => direction);
    expect(found.checks[0]?.score).toMatchObject({
      direction,
      conclusion,
      difference: expect.closeTo(-11.857, 2) as number,
      chanceToBeat: expect.closeTo(chance, 3) as number,
    });
    expect(concludeComparison(next, found, 0.05).passed).toBe(conclusion === "better");
  });

  test("neutral: the difference is shown, has no odds and gates nothing", () => {
    const found = compareRuns(edits, [exact], () => "neutral");
    expect(found.checks[0]?.score).toMatchObject({ conclusion: "different", significant: true });
    expect(found.checks[0]?.score?.chanceToBeat).toBeUndefined();
    expect(concludeComparison(next, found, 0.05)).toMatchObject({
      passed: true,
      sentence: "0 regressions, 0 improvements; 7 rows are too few to be sure of less than 86 points",
    });
  });

  test("swapping the two runs mirrors every conclusion", () => {
    const facts = fc.record({ state: fc.constantFrom("passed", "failed"), value: fc.integer({ min: 0, max: 20 }) });
    const rows = fc.array(fc.tuple(facts, facts), { minLength: 1, maxLength: 30 });
    const mirrored = { better: "worse", worse: "better", different: "different", not_significant: "not_significant" };
    fc.assert(
      fc.property(rows, fc.constantFrom("higher", "lower", "neutral"), (pairs, direction) => {
        const one = {
          run: base,
          rows: rowsOf(
            "polite",
            pairs.map(([first]) => first),
          ),
        };
        const other = {
          run: next,
          rows: rowsOf(
            "polite",
            pairs.map(([, second]) => second),
          ),
        };
        const [there] = compareRuns(one, [other], () => direction).checks;
        const [back] = compareRuns(other, [one], () => direction).checks;
        for (const part of ["passRate", "score"] as const) {
          const [ahead, behind] = [there?.[part], back?.[part]];
          expect(behind?.conclusion).toBe(ahead && mirrored[ahead.conclusion]);
          if (!ahead || !behind) continue;
          expect(behind.difference).toBeCloseTo(-ahead.difference);
          expect(behind.low).toBeCloseTo(-ahead.high);
          expect(behind.pValueAdjusted).toBeCloseTo(ahead.pValueAdjusted);
          expect(1 - (behind.chanceToBeat ?? 1)).toBeCloseTo(ahead.chanceToBeat ?? 0);
          expect(behind.riskToKeep ?? 0).toBeCloseTo(ahead.riskToShip ?? 0);
        }
        expect(there?.outcomes.improved).toBe(back?.outcomes.worsened);
      }),
    );
  });
});

describe("the conclusion of a comparison", () => {
  const row = (facts: VerdictFacts) => rowsOf("polite", [facts, facts, facts]);

  test.each([
    [
      "a check that gave no verdict",
      row({ state: "skipped" }),
      "polite was not compared: the runs have no row in common",
    ],
    [
      "a check that has changed",
      row({ ...passed, version: 2 }),
      "polite was not compared: it has changed since the base",
    ],
  ])("%s is no success", (_, rows, why) => {
    const found = compareRuns({ run: base, rows: row(passed) }, [{ run: next, rows }]);
    expect(concludeComparison(next, found, 0.05)).toMatchObject({
      passed: false,
      reasons: [{ check: "polite", text: expect.stringContaining(why) as string }],
    });
    const allowed: TestRun = { ...next, checks: [{ check: "polite", options: {}, allowSkipped: true }] };
    expect(concludeComparison(allowed, found, 0.05).passed).toBe(true);
  });

  test("runs without a check in common are not compared", () => {
    const other = aRun("other", ["short"]);
    const found = compareRuns({ run: base, rows: row(passed) }, [{ run: other, rows: row(passed) }]);
    expect(concludeComparison(other, found, 0.05).reasons).toEqual([
      { text: "nothing was compared: the runs have no check in common" },
    ]);
  });

  test("counts regressions and improvements", () => {
    const rows = (facts: VerdictFacts) =>
      rowsOf(
        "polite",
        Array.from({ length: 20 }, () => facts),
      );
    const worse = compareRuns({ run: base, rows: rows(passed) }, [{ run: next, rows: rows(failed) }]);
    expect(concludeComparison(next, worse, 0.05)).toMatchObject({
      passed: false,
      sentence: "1 regression, 0 improvements; 20 rows are too few to be sure of less than 30 points",
      reasons: [{ check: "polite", text: "polite is significantly worse" }],
    });
  });
});

describe("rows side by side", () => {
  const withPrediction = (row: JudgedRow, prediction: string): JudgedRow => ({
    ...row,
    result: { prediction, startedAt: noon, durationMs: 1 },
  });
  const before = rowsOf("polite", [passed, failed, passed, passed]).map((row) => withPrediction(row, "before"));
  // Another version of the set: the first row is removed, the last is new.
  const after = rowsOf("polite", [passed, passed, failed, passed, passed])
    .slice(1)
    .map((row) => withPrediction(row, "after"));
  const both = [{ run: base, rows: before }, [{ run: next, rows: after }]] as const;

  test("begin with those that became worse, then better; each has the answers of the runs that have it", () => {
    const { rows, count } = sideBySideRows(...both, compareRuns(...both).changed, 2);
    expect(count).toBe(3);
    const verdict = (state: string) => [{ check: "polite", state }];
    expect(rows).toEqual([
      {
        rowId: "row 2",
        repeat: 1,
        input: "2",
        attempts: [
          { runId: "base", datapointId: "d2", output: "before", verdicts: verdict("passed") },
          { runId: "next", datapointId: "d2", output: "after", verdicts: verdict("failed") },
        ],
      },
      expect.objectContaining({ rowId: "row 1" }),
    ]);
  });

  test("show function calls as they are written in code", () => {
    const prediction = { tool_calls: [{ name: "refund", parameters: { order: "4" } }] };
    const expected = { name: "refund", parameter_definitions: { order: { value: "17", required: true } } };
    const [row] = rowsOf("polite", [passed]);
    const called = { ...row, expected, result: { prediction, startedAt: noon, durationMs: 1 } } as JudgedRow;
    const [shown] = sideBySideRows({ run: base, rows: [called] }, [{ run: next, rows: [called] }], [], 1).rows;
    expect(shown).toMatchObject({
      expected: 'refund({"order":"17"})',
      attempts: [{ output: 'refund({"order":"4"})' }, {}],
    });
  });

  test("are empty unless requested", () => {
    expect(sideBySideRows(...both, [], 0)).toEqual({ rows: [], count: 3 });
  });
});
