import { describe, expect, test } from "vitest";
import { z } from "zod";
import { whyNotApplicable } from "../../../src/checks/applicability.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { createChecker } from "../../../src/checks/stages/check.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import { allCases } from "../../fixtures/checks/cases/index.ts";
import type { CheckCase } from "../support/check-cases.ts";

const cases: ReadonlyMap<string, readonly CheckCase[]> = new Map(Object.entries(allCases));
const check = createChecker({ checks: codeChecks, now: () => 0, clock: () => 0 });

function verdictOf(name: string, { datapoint, options = {}, expected, traceContext }: CheckCase) {
  const [verdict] = check(datapoint, [{ check: name, options, monitorIds: [] }], { expected, traceContext });
  if (!verdict) throw new Error("no verdict");
  return verdict;
}

describe.each([...cases])("%s", (name, given) => {
  test.each(given.map((each, index) => [index, each.state, each] as const))("case %i is %s", (_index, state, each) => {
    const verdict = verdictOf(name, each);
    expect(verdict).toMatchObject({ state });
    if (each.value !== undefined) expect(verdict.value).toBe(each.value);
    if (each.evidence !== undefined) expect(verdict.evidence[0]?.text).toBe(each.evidence);
    if (each.errorType !== undefined) expect(verdict.errorType).toBe(each.errorType);
  });
});

describe("every check", () => {
  /** These never skip, because they evaluate the call itself. */
  const neverSkips = new Set(["provider_error", "step_failed", "latency", "content_filter_triggered"]);

  test.each([...codeChecks.keys()])("%s has cases that pass, fail, are skipped and are not English", (name) => {
    const given = cases.get(name) ?? [];
    const count = (state: string) => given.filter((each) => each.state === state).length;
    expect(count("passed")).toBeGreaterThanOrEqual(3);
    expect(count("failed")).toBeGreaterThanOrEqual(3);
    if (!neverSkips.has(name)) expect(count("skipped")).toBeGreaterThanOrEqual(1);
    expect(given.some((each) => each.value !== undefined)).toBe(true);
    const shows = given.some((each) => verdictOf(name, each).evidence.length > 0);
    expect(given.some((each) => each.evidence !== undefined)).toBe(shows);
    expect(given.some((each) => /[^\n -~]/.test(JSON.stringify([each.datapoint, [...each.datapoint.metadata]])))).toBe(
      true,
    );
  });

  test.each([...codeChecks.values()])("$name reads each of its options", (check) => {
    const read = new Set<string | symbol>();
    for (const { datapoint, expected, traceContext, options = {} } of cases.get(check.name) ?? []) {
      const subject = subjectOf(datapoint, expected, traceContext);
      if (whyNotApplicable(check, subject) !== undefined) continue;
      const parsed = check.options.parse(options) as Readonly<Record<string | symbol, unknown>>;
      const tracked = new Proxy(parsed, { get: (target, name) => (read.add(name), target[name]) });
      check.evaluate(subject, tracked);
    }
    const shape = check.options instanceof z.ZodObject ? Object.keys(check.options.shape) : [];
    expect(shape.filter((name) => !read.has(name))).toEqual([]);
  });

  test.each([...codeChecks.values()])("$name has a complete description", (definition) => {
    expect(definition.name).toMatch(/^[a-z][a-z0-9_]+$/);
    expect(definition.description).toMatch(/[.]$/);
    expect(definition.options.safeParse({}).success).toBe(true);
    expect(definition.options.safeParse({ surely_not_an_option: 1 }).success).toBe(false);
  });
});
