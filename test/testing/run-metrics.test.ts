import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invarianceMetrics, type VariedAnswer } from "../../src/checks/metrics/invariance.ts";
import {
  expectedCalls,
  type MadeCall,
  madeCalls,
  matchesTrajectory,
  trajectoryMetrics,
} from "../../src/checks/metrics/trajectories.ts";

const aCall = fc.record({
  name: fc.constantFrom("find", "refund", "mail"),
  parameters: fc.record({ order: fc.constantFrom(1, 2) }),
});
const calls = fc.array(aCall, { maxLength: 4 });
const sameCall = (one: MadeCall, other: MadeCall) => JSON.stringify(one) === JSON.stringify(other);

/** Tries every order to find the maximum bipartite matching. */
function mostPairs<Item>(left: readonly Item[], right: readonly Item[], fits: (a: Item, b: Item) => boolean): number {
  const [first, ...rest] = left;
  if (first === undefined) return 0;
  const without = mostPairs(rest, right, fits);
  const withFirst = right.flatMap((other, at) =>
    fits(first, other) ? [1 + mostPairs(rest, right.toSpliced(at, 1), fits)] : [],
  );
  return Math.max(without, ...withFirst);
}

describe("trajectories", () => {
  test("are matched like an exhaustive search", () => {
    fc.assert(
      fc.property(calls, calls, (expected, made) => {
        const most = mostPairs(expected, made, sameCall);
        const row = { expected, made };
        expect(matchesTrajectory(row, "exact")).toBe(JSON.stringify(expected) === JSON.stringify(made));
        expect(matchesTrajectory(row, "any_order")).toBe(most === expected.length && most === made.length);
        expect(matchesTrajectory(row, "subset")).toBe(most === expected.length);
        expect(matchesTrajectory(row, "superset")).toBe(most === made.length);
      }),
    );
  });

  test("have the precision, recall and argument match of counting by hand", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ expected: calls, made: calls }), { minLength: 1, maxLength: 5 }), (rows) => {
        const total = (count: (row: { expected: MadeCall[]; made: MadeCall[] }) => number) =>
          rows.reduce((sum, row) => sum + count(row), 0);
        const named = total(({ expected, made }) => mostPairs(expected, made, (a, b) => a.name === b.name));
        const right = total(({ expected, made }) => mostPairs(expected, made, sameCall));
        const made = total((row) => row.made.length);
        const metrics = trajectoryMetrics(rows);
        expect(metrics.precision).toBeCloseTo(made === 0 ? 0 : named / made);
        expect(metrics.argumentMatch).toBeCloseTo(named === 0 ? 0 : right / named);
        expect(metrics.meanSteps).toBeCloseTo(made / rows.length);
      }),
    );
  });

  test.each([
    [{ tool_calls: [{ name: "a", parameters: { x: 1 } }] }, [{ name: "a", parameters: { x: 1 } }], true],
    [[{ name: "a" }], [{ name: "a", parameters: { whatever: true } }], true],
    [{ name: "a", parameters: { x: 1 } }, [{ name: "a", parameters: { x: 1, y: 2 } }], false],
    [
      { name: "a", parameter_definitions: { x: { value: 1, required: true }, y: { value: 2, required: false } } },
      [{ name: "a", parameters: { x: 1 } }],
      true,
    ],
    [{ name: "a", parameter_definitions: { x: { value: 1, required: true } } }, [{ name: "a", parameters: {} }], false],
    [{ tool_calls: [] }, [], true],
  ] as const)("expecting %j, the calls %j are right: %s", (result, tool_calls, isRight) => {
    const expected = expectedCalls(result);
    expect(matchesTrajectory({ expected: expected ?? [], made: madeCalls({ tool_calls }) }, "exact")).toBe(isRight);
  });

  test("a row without expected calls does not count", () => {
    expect([expectedCalls("orders"), expectedCalls(null), expectedCalls(["orders"])]).toEqual(
      Array.from({ length: 3 }, () => undefined),
    );
  });
});

describe("answers to rows of one seed", () => {
  const answer = (rowId: string, text: string | undefined, seedId?: string): VariedAnswer => ({
    rowId,
    repeat: 1,
    ...(seedId === undefined ? {} : { seedId }),
    ...(text === undefined ? {} : { answer: text }),
  });

  test("are as consistent as a count of all pairs", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.constantFrom("a", "b", "c")), { minLength: 2, maxLength: 8 }), (texts) => {
        const rows = texts.map((each, index) => answer(`${index}`, each ?? undefined, "seed"));
        const pairs = texts.flatMap((one, at) => texts.slice(at + 1).map((other) => one !== null && one === other));
        const { consistency, seeds } = invarianceMetrics(rows, "exact");
        expect(seeds).toBe(1);
        expect(consistency).toBeCloseTo(pairs.filter(Boolean).length / pairs.length);
      }),
    );
  });

  test("are compared to the seed's own answer, even against a majority", () => {
    const rows = [answer("s", "yes"), answer("v1", "no", "s"), answer("v2", "no", "s"), answer("alone", "x")];
    expect(invarianceMetrics(rows, "exact")).toMatchObject({
      seeds: 1,
      consistentSeeds: 0,
      brokenRows: 2,
      worst: [{ seedId: "s", answers: 3, broken: [{ rowId: "v1" }, { rowId: "v2" }] }],
    });
  });

  test("without the seed's own answer, are compared to the majority; a failed call is similar to nothing", () => {
    const rows = [
      answer("v1", "no", "s"),
      answer("v2", "yes", "s"),
      answer("v3", "no", "s"),
      answer("v4", undefined, "s"),
    ];
    expect(invarianceMetrics(rows, "exact").worst[0]?.broken.map(({ rowId }) => rowId)).toEqual(["v2", "v4"]);
  });

  test.each([
    ["exact", "Yes, of course.", "yes of course", false],
    ["normalized", "Yes, of course.", "yes of  course", true],
    ["normalized", "Yes, of course.", "yes of curse", false],
    ["similar", "Yes, of course.", "yes of curse", true],
    ["similar", "Yes, of course.", "no way", false],
  ] as const)("%s: %s and %s are alike: %s", (similarityLevel, one, other, isAlike) => {
    const { consistency } = invarianceMetrics([answer("s", one), answer("v", other, "s")], similarityLevel);
    expect(consistency).toBe(isAlike ? 1 : 0);
  });
});
