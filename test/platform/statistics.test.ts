import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { betaCdf, studentCdf, studentDensity, studentQuantile } from "../../src/platform/statistics/distributions.ts";
import { adjustForMany } from "../../src/platform/statistics/false-discovery.ts";
import { comparePairedOutcomes, type PairedComparison } from "../../src/platform/statistics/paired-outcomes.ts";
import { comparePairedScores } from "../../src/platform/statistics/paired-scores.ts";
import { reference } from "../support/data/statistics-reference.ts";

describe("matches SciPy for the same numbers", () => {
  test.each(reference.beta)("Beta($a, $b) at $x", ({ x, a, b, value }) => {
    expect(betaCdf(x, a, b) / value).toBeCloseTo(1, 9);
  });

  test.each(reference.student)("Student's t of $df degrees at $t", ({ t, df, cdf, density }) => {
    expect(studentCdf(t, df) / cdf).toBeCloseTo(1, 9);
    expect(studentDensity(t, df) / density).toBeCloseTo(1, 9);
  });

  test.each(reference.quantiles)("the $p quantile of Student's t of $df degrees", ({ p, df, value }) => {
    expect(studentQuantile(p, df)).toBeCloseTo(value, 8);
  });

  test.each(reference.outcomes)("pass rates $outcomes", ({ outcomes, expected }) => {
    expectClose(comparePairedOutcomes(outcomes), expected);
  });

  test.each(reference.scores)("scores that differ by $differences", ({ differences, expected }) => {
    expectClose(comparePairedScores(differences), expected);
  });

  test.each(reference.discoveries)("adjusting $pValues", ({ pValues, adjusted }) => {
    expect(adjustForMany(pValues)).toEqual(adjusted.map((value) => expect.closeTo(value, 12)));
  });
});

describe("what must hold for any rows", () => {
  const count = fc.nat(2000);

  test("turning a comparison round swaps its risks and mirrors the rest", () => {
    fc.assert(
      fc.property(count, count, count, count, (bothPassed, improved, worsened, bothFailed) => {
        const there = comparePairedOutcomes({ bothPassed, improved, worsened, bothFailed });
        const back = comparePairedOutcomes({ bothPassed, improved: worsened, worsened: improved, bothFailed });
        expectClose(back, there && mirrored(there));
      }),
    );
  });

  test("the interval holds the difference of scores, and p is below 0.05 exactly when it leaves out 0", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 60 }), (differences) => {
        const found = comparePairedScores(differences);
        fc.pre(found !== undefined && found.high > found.low);
        expect(found.low).toBeLessThanOrEqual(found.difference);
        expect(found.high).toBeGreaterThanOrEqual(found.difference);
        expect(found.pValue < 0.05).toBe(found.low > 0 || found.high < 0);
      }),
    );
  });

  test("no row, or too few to know their spread, compares to nothing", () => {
    expect(comparePairedOutcomes({ bothPassed: 0, improved: 0, worsened: 0, bothFailed: 0 })).toBeUndefined();
    expect(comparePairedScores([1, 2])).toBeUndefined();
  });

  test("scores that all moved by the same amount are tested by their direction", () => {
    expect(comparePairedScores([1, 1, 1, 1, 1, 1])).toMatchObject({
      low: 1,
      high: 1,
      pValue: 2 * 0.5 ** 6,
      riskToShip: 0,
    });
    expect(comparePairedScores([0, 0, 0])).toMatchObject({ difference: 0, pValue: 1, chanceToBeat: 0.5 });
  });

  test("adjusting never makes a p-value smaller nor changes the order", () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(p, { maxLength: 30 }), (pValues) => {
        const adjusted = adjustForMany(pValues);
        for (const [index, value] of adjusted.entries()) {
          expect(value).toBeGreaterThanOrEqual(pValues[index] ?? 0);
          expect(value).toBeLessThanOrEqual(1);
        }
        const order = [...pValues.keys()].sort((left, right) => (pValues[left] ?? 0) - (pValues[right] ?? 0));
        const inOrder = order.map((index) => adjusted[index] ?? 0);
        expect(inOrder).toEqual([...inOrder].sort((left, right) => left - right));
      }),
    );
  });
});

function expectClose(found: PairedComparison | undefined, expected: PairedComparison | undefined): void {
  expect(found).toEqual(
    expected && Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, expect.closeTo(value, 8)])),
  );
}

function mirrored(of: PairedComparison): PairedComparison {
  return {
    difference: -of.difference,
    low: -of.high,
    high: -of.low,
    pValue: of.pValue,
    chanceToBeat: 1 - of.chanceToBeat,
    riskToShip: of.riskToKeep,
    riskToKeep: of.riskToShip,
  };
}
