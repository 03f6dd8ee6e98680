import { expect, test } from "vitest";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { createChecker } from "../../../src/checks/stages/check.ts";
import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import { datapointId, globalProject } from "../../../src/platform/ids.ts";
import { allCases } from "../../fixtures/checks/cases/index.ts";
import type { CheckCase } from "../support/check-cases.ts";

const check = createChecker({ checks: codeChecks, now: () => 0, clock: () => 0 });

function stateOf(name: string, { options = {}, expected, traceContext }: CheckCase, datapoint: Datapoint): string {
  const [verdict] = check(datapoint, [{ check: name, options, monitorIds: [] }], { expected, traceContext });
  return `${verdict?.state} ${verdict?.value}`;
}

/** Changes that are irrelevant to every check, with few exceptions. */
const unrelated: Readonly<Record<string, (datapoint: Datapoint) => Datapoint>> = {
  "other ids": (datapoint) => ({
    ...datapoint,
    id: datapointId(globalProject, "ffffffffffffffffffffffffffffffff", "aaaaaaaaaaaaaaaa"),
    traceId: "ffffffffffffffffffffffffffffffff",
    spanId: "aaaaaaaaaaaaaaaa",
    responseId: "another",
  }),
  "other people and places": (datapoint) => ({
    ...datapoint,
    userId: "somebody",
    sessionId: "some-session",
    service: "shop",
    release: "1.2.3",
    tags: ["a", "b"],
  }),
  "keys in another order": (datapoint) =>
    Object.fromEntries(Object.entries(datapoint).toReversed()) as unknown as Datapoint,
};

/** Returns whether a check evaluates the very properties that a change affects. */
const dependsOn = (name: string, change: string) =>
  name === "request_metadata_present" && change === "other people and places";

test.each(
  Object.entries(allCases).flatMap(([name, cases]) =>
    Object.keys(unrelated)
      .filter((change) => !dependsOn(name, change))
      .map((change) => [name, change, cases] as const),
  ),
)("%s has the same verdict with %s", (name, change, cases) => {
  for (const each of cases) {
    const changed = unrelated[change]?.(each.datapoint) ?? each.datapoint;
    expect(stateOf(name, each, changed)).toBe(stateOf(name, each, each.datapoint));
  }
});

test.each([...codeChecks.keys()])("%s has the same verdict twice, alone and among others", (name) => {
  for (const each of allCases[name] ?? []) {
    const options = each.options ?? {};
    const others = [...codeChecks.keys()].slice(0, 5).map((other) => ({ check: other, options: {}, monitorIds: [] }));
    const context = { expected: each.expected, traceContext: each.traceContext };
    const verdicts = check(each.datapoint, [...others, { check: name, options, monitorIds: [] }], context);
    const verdict = verdicts.findLast((one) => one.check === name);
    expect(`${verdict?.state} ${verdict?.value}`).toBe(stateOf(name, each, each.datapoint));
  }
});

/** Bounds are inclusive: a score equal to its bound passes. */
test.each([
  ["word_count", "a b c"],
  ["character_count", "abc"],
  ["link_count", "http://a.de http://b.de http://c.de"],
  ["emoji_count", "\u{1f600}\u{1f600}\u{1f600}"],
  ["question_count", "a? b? c?"],
] as const)("%s obeys its bounds at the border", (name, output) => {
  const base = allCases[name]?.[0];
  if (!base) throw new Error("no case");
  const datapoint: Datapoint = {
    ...base.datapoint,
    output: [{ role: "assistant", parts: [{ type: "text", text: output }] }],
  };
  const at = (options: CheckCase["options"]) => stateOf(name, { ...base, options: options ?? {} }, datapoint);
  expect(at({ min: 3, max: 3 })).toBe("passed 3");
  expect(at({ min: 4, max: 9 })).toBe("failed 3");
  expect(at({ min: 0, max: 2 })).toBe("failed 3");
});
