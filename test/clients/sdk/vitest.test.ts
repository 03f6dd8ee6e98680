import { expect, test } from "vitest";
import type { TestRun } from "../../../sdk/typescript/src/index.ts";
import { assert_run, gaffe_matchers } from "../../../sdk/typescript/src/vitest.ts";
import { conclusionOf } from "../../../src/testing/runs/conclusion.ts";

/** A run as the service concludes it. */
function concluded(run: Omit<TestRun, "conclusion">, failure?: string): TestRun {
  const { state, type, model_metrics: metrics } = run;
  const conclusion = conclusionOf({
    state,
    type,
    checks: [],
    ...(failure === undefined ? {} : { failure }),
    ...(metrics ? { metrics } : {}),
  });
  return { ...run, ...(conclusion ? { conclusion } : {}) };
}

const run = concluded({
  id: "run_1",
  name: "Nightly",
  type: "NL_GENERATION",
  state: "finished",
  progress: { waiting: 0, leased: 0, done: 20 },
  model_metrics: {
    rows: 20,
    errors: 1,
    checks: [
      { check: "is_json", version: 1, passed: 18, failed: 2, skipped: 0, broken: 0 },
      { check: "own_check", version: 1, passed: 17, failed: 0, skipped: 0, broken: 3 },
    ],
  },
  app_link: "http://127.0.0.1:4233/p/global/test-runs/run_1",
});

test("a run below its thresholds fails with checks, metrics and the link", () => {
  expect(() => assert_run(run)).toThrow(
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
  const [first] = run.model_metrics?.checks ?? [];
  const good = concluded({ ...run, model_metrics: { rows: 20, errors: 1, checks: first ? [first] : [] } });
  assert_run(good, { min_pass_rate: 0.9, max_errors: 1 });
  assert_run(good, { min_pass_rates: { is_json: 0.5 }, max_errors: 1 });
  expect(() => assert_run(good, { min_pass_rates: { is_jsn: 1 } })).toThrow("is_jsn: the run has no such check");
  expect(() => assert_run(concluded({ ...run, state: "failed" }, "the model is gone"))).toThrow(
    "it is failed: the model is gone",
  );
});

test("as a matcher of expect", () => {
  const { toBeGoodEnough } = gaffe_matchers;
  expect(toBeGoodEnough(run).pass).toBe(false);
  expect(toBeGoodEnough(run).message()).toContain("is_json: 2 of 20 failed");
  const [first] = run.model_metrics?.checks ?? [];
  const good = { rows: 1, errors: 0, checks: first ? [{ ...first, failed: 0 }] : [] };
  expect(toBeGoodEnough(concluded({ ...run, model_metrics: good })).pass).toBe(true);
  const unjudged = concluded({ ...run, model_metrics: { rows: 1, errors: 0, checks: [] } });
  expect(toBeGoodEnough(unjudged).message()).toContain("no row was judged");
});
