import { expect, test } from "vitest";
import { assertRow, assertRun, gaffeMatchers, type TestedRow } from "../../../sdk/typescript/src/vitest.ts";
import { conclusionOf } from "../../../src/testing/runs/conclusion.ts";

type Run = Parameters<typeof assertRun>[0];

/** A run as the service concludes it. */
function concluded(run: Omit<Run, "conclusion">, failure?: string): Run {
  const { state, metrics } = run;
  const conclusion = conclusionOf({
    state,
    type: "NL_GENERATION",
    checks: [],
    ...(failure === undefined ? {} : { failure }),
    ...(metrics ? { metrics } : {}),
  });
  return { ...run, ...(conclusion ? { conclusion } : {}) };
}

const run = concluded({
  name: "Nightly",
  state: "finished",
  metrics: {
    rows: 20,
    errors: 1,
    checks: [
      { check: "is_json", version: 1, passed: 18, failed: 2, skipped: 0, broken: 0 },
      { check: "own_check", version: 1, passed: 17, failed: 0, skipped: 0, broken: 3 },
    ],
  },
  appLink: "http://127.0.0.1:4233/p/global/test-runs/run_1",
});

test("a run below its thresholds fails with checks, metrics and the link", () => {
  expect(() => assertRun(run)).toThrow(
    [
      "the test run Nightly is not good enough:",
      "  1 of 20 rows had no answer",
      "  is_json: 2 of 20 failed (90.0 % passed, 100.0 % wanted)",
      "  own_check came to no verdict on 3 of 20 rows",
      "See http://127.0.0.1:4233/p/global/test-runs/run_1",
    ].join("\n"),
  );
});

test("thresholds can be lowered, for all checks or for one; a check that the run lacks is reported", () => {
  const [first] = run.metrics?.checks ?? [];
  const good = concluded({ ...run, metrics: { rows: 20, errors: 1, checks: first ? [first] : [] } });
  assertRun(good, { minPassRate: 0.9, maxErrors: 1 });
  assertRun(good, { minPassRates: { is_json: 0.5 }, maxErrors: 1 });
  expect(() => assertRun(good, { minPassRates: { is_jsn: 1 } })).toThrow("is_jsn: the run has no such check");
  expect(() => assertRun(concluded({ ...run, state: "failed" }, "the model is gone"))).toThrow(
    "it is failed: the model is gone",
  );
});

test("as a matcher of expect", () => {
  const { toBeGoodEnough } = gaffeMatchers;
  expect(toBeGoodEnough(run).pass).toBe(false);
  expect(toBeGoodEnough(run).message()).toContain("is_json: 2 of 20 failed");
  const [first] = run.metrics?.checks ?? [];
  const good = { rows: 1, errors: 0, checks: first ? [{ ...first, failed: 0 }] : [] };
  expect(toBeGoodEnough(concluded({ ...run, metrics: good })).pass).toBe(true);
  const unjudged = concluded({ ...run, metrics: { rows: 1, errors: 0, checks: [] } });
  expect(toBeGoodEnough(unjudged).message()).toContain("no row was judged");
});

test("a misspelt threshold is refused", () => {
  expect(() => assertRun(run, { min_pass_rate: 0 } as object)).toThrow("min_pass_rate: did you mean minPassRate?");
});

const verdict = { version: 1, evidence: [], monitorIds: [], durationMs: 1, at: "2026-01-01T00:00:00Z" };
const row: TestedRow = {
  rowId: "row_1",
  repeat: 1,
  input: { question: "Can I return a lamp?" },
  expected: "Yes",
  prediction: "No",
  state: "done",
  datapointId: "d_1",
  verdicts: [
    { ...verdict, check: "is_json", state: "passed" },
    {
      ...verdict,
      check: "relevance",
      state: "failed",
      value: 2,
      explanation: "it answers another question",
      evidence: [{ target: "output", start: 0, end: 2, text: "No" }],
    },
    { ...verdict, check: "mine", state: "broken", reason: "it threw: TypeError" },
    { ...verdict, check: "other", state: "skipped", reason: "it does not apply" },
  ],
  title: "row 1: Can I return a lamp?",
  appLink: "http://127.0.0.1:4233/p/global/test-runs/run_1",
};

test("a failing row shows input, output, expected result, and why each check failed", () => {
  const message = [
    "row 1: Can I return a lamp? did not pass:",
    '  relevance failed (2): it answers another question ["No"]',
    "  mine broken: it threw: TypeError",
    'input:    {\n  "question": "Can I return a lamp?"\n}',
    "output:   No",
    "expected: Yes",
    "See http://127.0.0.1:4233/p/global/test-runs/run_1",
  ].join("\n");
  expect(() => assertRow(row)).toThrow(message);
  expect(gaffeMatchers.toPassItsChecks(row).message()).toBe(message);
  assertRow({ ...row, verdicts: row.verdicts.slice(0, 1) });
  const { prediction: _, ...unanswered } = row;
  expect(() => assertRow({ ...unanswered, verdicts: [], error: "Error: gone" })).toThrow(
    /no response: Error: gone\n[\s\S]*output: {3}\(none\)/,
  );
  expect(() => assertRow({ ...row, state: "leased" })).toThrow("it is leased: wait for the end of the run");
});
