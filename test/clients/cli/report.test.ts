import { expect, test } from "vitest";
import { measuresText, metricsOf, underLeast } from "../../../cli/src/metrics.ts";
import { type FlowReport, type ReportedRun, whyNotGood } from "../../../cli/src/report.ts";
import { reporters } from "../../../cli/src/reporters/index.ts";
import { conclusionOf } from "../../../src/testing/runs/conclusion.ts";

const summary = { check: "coherence", version: 1, passed: 0, failed: 0, skipped: 0, broken: 0 };

interface RunFacts {
  readonly state?: ReportedRun["state"];
  readonly failure?: string;
  readonly model_metrics?: ReportedRun["model_metrics"] | undefined;
}

/** A run as the service concludes it. */
function aRun({ failure, state = "finished", ...part }: RunFacts): ReportedRun {
  const passed = { rows: 3, errors: 0, checks: [{ ...summary, passed: 3 }] };
  const metrics = "model_metrics" in part ? part.model_metrics : passed;
  const run: ReportedRun = {
    id: "run_1",
    name: "Nightly",
    state,
    app_link: "http://gaffe/run_1",
    ...(metrics ? { model_metrics: metrics } : {}),
  };
  const conclusion = conclusionOf({
    state,
    type: "NL_GENERATION",
    checks: [],
    ...(failure === undefined ? {} : { failure }),
    ...(metrics ? { metrics } : {}),
  });
  return { ...run, ...(conclusion ? { conclusion } : {}) };
}
const reportOf = (run: ReportedRun): readonly FlowReport[] => [{ flow: "nightly", seconds: 1, runs: [run] }];
const written = (run: ReportedRun) =>
  Object.fromEntries(
    ["console", "junit", "markdown", "github"].map((name) => [name, reporters[name]?.(reportOf(run))]),
  );

test.each([
  ["it is failed: the key is wrong", { state: "failed", failure: "the key is wrong", model_metrics: undefined }],
  ["it is cancelled", { state: "cancelled", model_metrics: undefined }],
  ["2 of 3 rows had no answer", { model_metrics: { rows: 3, errors: 2, checks: [{ ...summary, passed: 1 }] } }],
  [
    "1 of 3 rows had no answer: the key is wrong",
    { model_metrics: { rows: 3, errors: 1, firstError: "the key is wrong", checks: [{ ...summary, passed: 2 }] } },
  ],
  ["it has no rows", { model_metrics: { rows: 0, errors: 0, checks: [summary] } }],
  ["no row was judged: the run has no checks", { model_metrics: { rows: 3, errors: 0, checks: [] } }],
  [
    "coherence judged none of 3 rows: there is no text",
    {
      model_metrics: {
        rows: 3,
        errors: 0,
        checks: [
          { ...summary, skipped: 3, withoutVerdict: [{ state: "skipped", reason: "there is no text", rows: 3 }] },
        ],
      },
    },
  ],
  [
    "coherence did not judge 1 of 3 rows: no expected result is given",
    {
      model_metrics: {
        rows: 3,
        errors: 0,
        checks: [
          {
            ...summary,
            passed: 2,
            skipped: 1,
            lacking: 1,
            withoutVerdict: [{ state: "skipped", reason: "no expected result is given", rows: 1 }],
          },
        ],
      },
    },
  ],
  [
    "coherence came to no verdict on 3 of 3 rows",
    { model_metrics: { rows: 3, errors: 0, checks: [{ ...summary, broken: 3 }] } },
  ],
] as const)("%s: the run fails, and every report says so", (trouble, facts) => {
  const run = aRun(facts);
  expect(whyNotGood(reportOf(run), 0)).toBe(`the run Nightly: ${trouble}`);
  const texts = written(run);
  for (const text of Object.values(texts)) expect(text).toContain(trouble);
  expect(texts["junit"]).toMatch(/failures="1"[\s\S]*name="the run"><failure/);
  expect(texts["github"]).toMatch(/^::error title=Nightly::/);
});

test("a flow that makes no run fails, and every report says so", () => {
  const reports: readonly FlowReport[] = [{ flow: "nightly", seconds: 1, runs: [] }];
  expect(whyNotGood(reports, 0)).toBe("the flow nightly failed: it made no test run");
  for (const name of ["console", "junit", "markdown", "github"])
    expect(reporters[name]?.(reports)).toContain("it made no test run");
  expect(reporters["junit"]?.(reports)).toContain('failures="1"');
});

test("a run that meets its thresholds is reported as passed", () => {
  expect(whyNotGood(reportOf(aRun({})), 1)).toBeUndefined();
  const { junit, github } = written(aRun({}));
  expect(junit).toContain('tests="2" failures="0"');
  expect(github).toBe("");
});

test("metrics of a type have the names that thresholds take", () => {
  const quality = { precision: 0.8, recall: 0.75, f1: 0.7333 };
  const metrics = {
    rows: 4,
    errors: 0,
    checks: [{ ...summary, passed: 3, failed: 1 }, summary],
    classification: {
      rows: 4,
      accuracy: 0.75,
      macro: quality,
      weighted: quality,
      labels: [],
      confusionMatrix: [],
      unanswered: 0,
    },
    retrieval: [{ k: 2, precision: 0.5, recall: 1, hitRate: 1, mrr: 0.75, map: 0.75, ndcg: 0.8 }],
  };
  expect(measuresText(metrics)).toContain("accuracy 0.75 · precision 0.8 · recall 0.75 · f1 0.733 · precision@2 0.5");
  const least = new Map([
    ["accuracy", 0.75],
    ["recall@2", 1.1],
    ["coherence", 0.8],
    ["acuracy", 0.5],
  ]);
  expect(underLeast(metricsOf(metrics), least)).toEqual([
    "recall@2 is 1, less than 1.1",
    "coherence is 0.75, less than 0.8",
    "the run has no acuracy: did you mean accuracy?",
  ]);
});

test("the mean of a score is shown where it is 0; that of booleans, which repeats the counts, is not", () => {
  const checks = [
    { ...summary, check: "edit_distance", passed: 3, mean: 0, isScore: true },
    { ...summary, check: "mentions_price", passed: 3, mean: 0, isScore: false },
  ];
  const text = written(aRun({ model_metrics: { rows: 3, errors: 0, checks } }))["console"];
  expect(text).toMatch(/edit_distance +3\/3 {2}mean 0\n/);
  expect(text).toMatch(/mentions_price +3\/3\n/);
});

test("failing rows are shown with input, output, expected result and explanation in every report", () => {
  const row = {
    input: "Refund order 3",
    output: '{"order": <4>}',
    expected: "order 3",
    problems: ["is_json failed: not JSON\nat 1:11"],
  };
  const rows = [{ input: "Refund order 1", output: "{}", problems: [] }, ...Array.from({ length: 12 }, () => row)];
  const texts = written({ ...aRun({}), rows });
  for (const name of ["console", "markdown", "github", "junit"])
    for (const part of ["Refund order 3", "order 3", "is_json failed: not JSON"]) expect(texts[name]).toContain(part);
  expect(texts["console"]).toContain('✗ Refund order 3\n        output:   {"order": <4>}\n        expected: order 3\n');
  expect(texts["console"]).toContain("and 2 more failing rows");
  expect(texts["markdown"]).toContain("- and 2 more");
  const [, ...cases] = texts["junit"]?.split('name="row ') ?? [];
  expect(cases).toHaveLength(13);
  expect(cases[0]).toMatch(/^1: Refund order 1"\/>/);
  expect(cases[1]).toMatch(
    /^2: Refund order 3"><failure message="is_json failed: not JSON">is_json failed: not JSON\nat/,
  );
  expect(cases[1]).toContain("output: {&quot;order&quot;: &lt;4&gt;}\nexpected: order 3</failure>");
});
