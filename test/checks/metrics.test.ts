import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classificationMetrics } from "../../src/checks/metrics/classification.ts";
import { retrievalMetrics } from "../../src/checks/metrics/retrieval.ts";
import { reference } from "../support/data/statistics-reference.ts";

const close = (value: number) => expect.closeTo(value, 12);

describe("classification", () => {
  test.each(reference.classification)("agrees with scikit-learn on $labels", (rows) => {
    const found = classificationMetrics(
      rows.expected.map((expected, index) => ({ expected, actual: rows.actual[index] })),
    );
    expect(found.accuracy).toBeCloseTo(rows.accuracy, 12);
    expect(found.labels).toEqual(
      rows.labels.map((label, index) => ({
        label,
        precision: close(rows.precision[index] ?? 0),
        recall: close(rows.recall[index] ?? 0),
        f1: close(rows.f1[index] ?? 0),
        support: rows.support[index],
      })),
    );
    for (const average of ["macro", "weighted"] as const)
      for (const metric of ["precision", "recall", "f1"] as const)
        expect(found[average][metric]).toBeCloseTo(rows[average][metric], 12);
    expect(found.confusionMatrix).toEqual(rows.matrix);
  });

  test("a row without an answer is wrong for its label and in no column", () => {
    const found = classificationMetrics([
      { expected: "yes", actual: "yes" },
      { expected: "yes", actual: undefined },
    ]);
    expect(found).toMatchObject({ accuracy: 0.5, unanswered: 1, confusionMatrix: [[1]] });
    expect(found.labels[0]).toMatchObject({ precision: 1, recall: 0.5, support: 2 });
  });

  test("labels named like members of Object are labels", () => {
    const found = classificationMetrics([{ expected: "__proto__", actual: "constructor" }]);
    expect(found.labels.map(({ label }) => label)).toEqual(["__proto__", "constructor"]);
  });
});

describe("retrieval", () => {
  test.each(reference.retrieval)("agrees with scikit-learn on $relevant in $ranked", (row) => {
    const found = retrievalMetrics([row], Object.keys(row.ndcg).map(Number));
    for (const { k, ndcg } of found) expect(ndcg).toBeCloseTo(row.ndcg[k] ?? -1, 12);
    const whole = found.at(-1);
    expect(whole?.map).toBeCloseTo(row.averagePrecision, 12);
    expect(whole?.mrr).toBeCloseTo(row.reciprocalRank, 12);
  });

  test("by hand: two of three found within four places", () => {
    expect(retrievalMetrics([{ relevant: ["a", "b", "c"], ranked: ["x", "a", "y", "b", "c"] }], [4])).toEqual([
      {
        k: 4,
        precision: 2 / 4,
        recall: close(2 / 3),
        hitRate: 1,
        mrr: 1 / 2,
        map: close((1 / 2 + 2 / 4) / 3),
        ndcg: close((1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3) + 1 / 2)),
      },
    ]);
  });

  test("every metric lies between 0 and 1 and recall never falls with k", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.record({ relevant: ids, ranked: ids }), { minLength: 1, maxLength: 8 }), (rows) => {
        const found = retrievalMetrics(rows, [1, 2, 5, 12]);
        for (const { k: _, ...metrics } of found)
          for (const value of Object.values(metrics)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1 + 1e-12);
          }
        const recalls = found.map(({ recall }) => recall);
        expect(recalls).toEqual([...recalls].sort((left, right) => left - right));
      }),
    );
  });
});
