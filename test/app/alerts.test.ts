import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { gaugesWith } from "./support/gauges.ts";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Rule files as Prometheus parses them; unknown keys are refused. */
const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Gaffe[A-Za-z]+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(["warning", "critical"]) }),
          annotations: z.strictObject({
            summary: z.string(),
            description: z.string(),
            runbook: z.string(),
            runbook_url: z.string(),
          }),
        }),
      ),
    }),
  ),
});

const rules = RuleFile.parse(parse(read("dashboards/prometheus/gaffe-alerts.yml"))).groups.flatMap(
  (group) => group.rules,
);
const runbooks = readdirSync(join(root, "docs/self-host/runbooks")).map((file) => file.replace(".md", ""));
const named = (text: string) => [...text.matchAll(/\bgaffe_[a-z0-9_]+/g)].map(([name]) => name);

/** Returns gauges as they are registered, and counters by the events in the source. */
async function metricNames(): Promise<ReadonlySet<string>> {
  const { metrics } = gaugesWith(Date.now());
  const gauges = (await metrics.getMetricsAsJSON()).map(({ name }) => name);
  const source = execFileSync("grep", ["-rhoE", '"[a-z]+(-[a-z]+)+"', "src"], { cwd: root, encoding: "utf8" });
  const counters = [...source.matchAll(/"([a-z-]+)"/g)].map(
    ([, kind = ""]) => `gaffe_${kind.replaceAll("-", "_")}_total`,
  );
  return new Set([...gauges, ...counters]);
}

describe("alert rules", () => {
  test("have unique names, and a runbook each; no runbook is without its alert", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect([...runbooks].sort()).toEqual([...names].sort());
    for (const { alert, annotations } of rules) {
      expect(annotations.runbook).toBe(`docs/self-host/runbooks/${alert}.md`);
      expect(annotations.runbook_url).toBe(`http://{{ $labels.instance }}/${annotations.runbook}`);
      expect(existsSync(join(root, annotations.runbook))).toBe(true);
    }
  });

  test("use the label instance, which the runbook link needs", () => {
    for (const { expr } of rules) for (const [by] of expr.matchAll(/by \([^)]*\)/g)) expect(by).toContain("instance");
  });

  test.each([
    ["the rules", rules.flatMap(({ expr }) => named(expr))],
    ["the runbooks", runbooks.flatMap((name) => named(read(`docs/self-host/runbooks/${name}.md`)))],
    ["the page on monitoring", named(read("docs/self-host/monitoring.md"))],
    ["the dashboard of its health", named(read("dashboards/grafana/source/health.ts"))],
  ])("metrics that %s name exist", async (_, names) => {
    const known = [...(await metricNames())];
    // A command may search for a common prefix of several names.
    const missing = names.filter((name) => !known.some((one) => one === name || one.startsWith(name)));
    expect(missing).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});

test.each(runbooks)("the runbook %s has an operator's sections in order", (name) => {
  const headings = [...read(`docs/self-host/runbooks/${name}.md`).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text);
  expect(headings).toEqual([name, "Symptom", "What it means", "What to do", "How to see that it is over"]);
});
