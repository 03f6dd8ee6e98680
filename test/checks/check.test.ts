import { expect, test } from "vitest";
import { z } from "zod";
import { type CodeCheck, defineCheck } from "../../src/checks/check.ts";
import { codeChecks } from "../../src/checks/library/index.ts";
import { createChecker } from "../../src/checks/stages/check.ts";
import { defect } from "../../src/checks/verdicts/outcome.ts";
import { defaultMonitors } from "../../src/monitors/default-monitors.ts";
import { asMonitorId } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";

const [a, b] = [asMonitorId("monitor_a"), asMonitorId("monitor_b")];

function made(changes: Partial<CodeCheck>): ReadonlyMap<string, CodeCheck> {
  const base = defineCheck({
    name: "probe",
    version: 3,
    title: "Probe",
    description: "A check of the test.",
    category: "Test",
    costClass: "cheap",
    judges: "operation",
    output: { type: "boolean", rule: "pass when false" },
    targets: ["output"],
    needs: [],
    mode: "online",
    severity: "minor",
    finds: "behavior",
    tier: 1,
    source: "test",
    options: z.strictObject({ n: z.number().default(1) }),
    evaluate: (_subject, { n }) => defect(n > 5, `n is ${n}`),
  });
  return new Map([["probe", { ...base, ...changes } as CodeCheck]]);
}

const request = (options = {}, monitorIds = [a]) => ({ check: "probe", options, monitorIds });
const checker = (changes: Partial<CodeCheck> = {}) =>
  createChecker({ checks: made(changes), now: () => 7, clock: () => 0 });

test("a verdict names check, version, options, monitors and time", () => {
  const [verdict] = checker()(dialog({ output: "x" }), [request({ n: 9 })]);
  expect(verdict).toMatchObject({ check: "probe", version: 3, state: "failed", value: true, monitorIds: [a], at: 7 });
  expect(verdict?.options).toHaveLength(22);
});

test("the same check with the same options is one verdict for both monitors", () => {
  const verdicts = checker()(dialog({}), [request({ n: 1 }), request({ n: 1 }, [b]), request({ n: 2 })]);
  expect(verdicts.map(({ monitorIds }) => monitorIds)).toEqual([[a, b], [a]]);
  expect(new Set(verdicts.map(({ options }) => options)).size).toBe(2);
});

test("the order of keys in the options does not make another verdict", () => {
  const options = z.strictObject({ p: z.number().optional(), q: z.number().optional() });
  const run = checker({ options });
  expect(run(dialog({}), [request({ p: 1, q: 2 }), request({ q: 2, p: 1 })])).toHaveLength(1);
});

test.each([
  ["wrong options", {}, { n: "many" }, /options are wrong: n/],
  ["unknown options", {}, { m: 1 }, /options are wrong/],
  [
    "a throw",
    {
      evaluate: () => {
        throw new Error("no way");
      },
    },
    {},
    /it threw: no way/,
  ],
] as const)("%s is broken, with the reason", (_what, changes, options, reason) => {
  const [verdict] = checker(changes)(dialog({}), [request(options)]);
  expect(verdict).toMatchObject({ state: "broken", reason: expect.stringMatching(reason) as string });
});

test("an unknown check is broken and stops no other", () => {
  const verdicts = checker()(dialog({}), [{ check: "nope", options: {}, monitorIds: [a] }, request()]);
  expect(verdicts.map(({ state }) => state)).toEqual(["broken", "passed"]);
});

test("a check over its budget again and again is broken; a busy machine or a first use is forgiven", () => {
  const ticks = (...ms: readonly number[]) => {
    const times = [...ms];
    return () => times.shift() ?? 0;
  };
  const overdue = () => ticks(0, 9);
  const slow = createChecker({ checks: made({}), now: () => 0, clock: overdue(), cpuClock: ticks(0, 9, 10, 19) });
  expect(slow(dialog({}), [request()])[0]).toMatchObject({ state: "broken", reason: "took 9.0 ms of its 5 ms" });
  const paused = createChecker({ checks: made({}), now: () => 0, clock: overdue(), cpuClock: ticks(0, 9, 10, 11) });
  expect(paused(dialog({}), [request()])[0]).toMatchObject({ state: "passed", durationMs: 1 });
});

test("the default monitors request only checks that exist, with options they accept", () => {
  for (const { check, options } of defaultMonitors.flatMap((monitor) => monitor.checks))
    expect(codeChecks.get(check)?.options.safeParse(options).success, check).toBe(true);
});

test("a failed call is a failed verdict with its error type, and no verdict on an answer", () => {
  const run = createChecker({ checks: codeChecks, now: () => 0 });
  const failed = dialog({ input: "Hi", more: { error: { type: "timeout", message: "timed out" }, finishReasons: [] } });
  const requests = defaultMonitors.flatMap((monitor) =>
    monitor.checks.map(({ check, options }) => ({ check, options, monitorIds: [a] })),
  );
  const failures = run(failed, requests).filter(({ state }) => state === "failed");
  expect(failures).toMatchObject([{ check: "provider_error", errorType: "timeout", severity: "major" }]);
});
