import { parse } from "parse5";
import { expect, test } from "vitest";
import type { FlowReport } from "../../../cli/src/report.ts";
import { reporters } from "../../../cli/src/reporters/index.ts";

const summary = {
  check: "is_json",
  version: 1,
  passed: 1,
  failed: 1,
  skipped: 0,
  broken: 0,
  mean: 0.5,
  isScore: false,
};
const hostile = `<script>alert(1)</script><img src=x onerror="alert(2)">'"&`;
const figures = { low: -0.9, high: -0.1, pValue: 0.01, pValueAdjusted: 0.01, significant: true, chanceToBeat: 0.01 };
const row = { input: "Refund order 1", output: "{}", problems: [] };

const reports: readonly FlowReport[] = [
  {
    flow: "nightly",
    seconds: 2.5,
    runs: [
      {
        id: "run_2",
        name: "Nightly",
        state: "finished",
        app_link: "http://gaffe/run_2",
        model_metrics: { rows: 2, errors: 0, meanDurationMs: 150, costUsd: 0.002, checks: [summary] },
        conclusion: {
          passed: false,
          headline: "failed: is_json: 1 of 2 failed",
          reasons: [{ kind: "failed", check: "is_json", rows: 1, of: 2, text: "is_json: 1 of 2 failed" }],
        },
        rows: [row, { input: hostile, output: hostile, expected: hostile, problems: [`is_json failed: ${hostile}`] }],
        comparison: {
          base: {
            id: "run_1",
            name: "Nightly",
            app_link: "javascript:alert(3)",
            model_metrics: { rows: 2, errors: 0, meanDurationMs: 100, costUsd: 0.001, checks: [summary] },
          },
          conclusion: { runId: "run_2", passed: false, reasons: [], sentence: "1 regression, 0 improvements" },
          checks: [
            {
              runId: "run_2",
              check: "is_json",
              matched: 20,
              otherVersion: 0,
              outcomes: { bothPassed: 10, improved: 0, worsened: 10, bothFailed: 0 },
              passRate: { ...figures, difference: -0.5, conclusion: "worse", riskToShip: 0.5, riskToKeep: 0 },
            },
          ],
          changed: [
            {
              runId: "run_2",
              check: "is_json",
              rowId: "a",
              repeat: 1,
              input: "better one",
              datapointId: "d",
              baseDatapointId: "b",
              change: "improved",
            },
            {
              runId: "run_2",
              check: "is_json",
              rowId: "b",
              repeat: 1,
              input: hostile,
              datapointId: "d",
              baseDatapointId: "b",
              change: "worsened",
            },
          ],
        },
      },
    ],
  },
];
const gate = { passed: false, reason: "significantly worse than the baseline: Nightly: is_json" };
const page = reporters["html"]?.(reports, gate) ?? "";

interface Element {
  readonly tagName?: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Element[];
}

function elementsOf(node: Element): readonly Element[] {
  return [node, ...(node.childNodes ?? []).flatMap(elementsOf)];
}
const elements = elementsOf(parse(page) as Element);
const textOf = (node: Element): string => node.value ?? (node.childNodes ?? []).map(textOf).join("");

test("the page is one file that loads nothing and runs nothing, whatever the rows contain", () => {
  const tags = new Set(elements.map(({ tagName }) => tagName));
  for (const tag of ["script", "img", "link", "iframe"]) expect(tags).not.toContain(tag);
  const attributes = elements.flatMap(({ attrs = [] }) => attrs);
  expect(attributes.filter(({ name }) => name.startsWith("on") || name === "src")).toEqual([]);
  expect(attributes.filter(({ name }) => name === "href").map(({ value }) => value)).toEqual([
    "http://gaffe/run_2",
    "#",
  ]);
  expect(page).toContain("default-src 'none'");
  expect(elements.filter(({ tagName }) => tagName === "pre").map(textOf)).toContain(hostile);
});

test("what gates comes first, then failing rows with their explanation, then the others", () => {
  const text = textOf(elements[0] ?? {});
  const order = [
    "✗ Failed",
    gate.reason,
    "1 failing row",
    `is_json failed: ${hostile}`,
    "1 row passed",
    "Refund order 1",
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
});

test.each(["console", "markdown", "html"])("%s: a comparison is a sentence, then rows, cost and latency", (name) => {
  const text = (name === "html" ? textOf(elements[0] ?? {}) : reporters[name]?.(reports, gate)) ?? "";
  const parts =
    name === "markdown"
      ? ["1 regression, 0 improvements", "cost: $0.001 → $0.002 (+100 %)", "latency, mean: 100 ms → 150 ms (+50 %)"]
      : [
          "1 regression, 0 improvements",
          "100.0 % → 50.0 %",
          "worse: is_json",
          "better: is_json",
          "cost: $0.001 → $0.002 (+100 %)",
          "latency, mean: 100 ms → 150 ms (+50 %)",
        ];
  const order = parts.map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
});
