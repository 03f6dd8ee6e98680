import { readFileSync } from "node:fs";
import { z } from "zod";

const Comparison = z.object({
  difference: z.number(),
  low: z.number(),
  high: z.number(),
  pValue: z.number(),
  chanceToBeat: z.number(),
  riskToShip: z.number(),
  riskToKeep: z.number(),
});
const Numbers = z.array(z.number());
const Texts = z.array(z.string());
const Quality = z.object({ precision: z.number(), recall: z.number(), f1: z.number() });

const Reference = z.object({
  beta: z.array(z.object({ x: z.number(), a: z.number(), b: z.number(), value: z.number() })),
  student: z.array(z.object({ t: z.number(), df: z.number(), cdf: z.number(), density: z.number() })),
  quantiles: z.array(z.object({ p: z.number(), df: z.number(), value: z.number() })),
  outcomes: z.array(
    z.object({
      outcomes: z.object({
        bothPassed: z.number(),
        improved: z.number(),
        worsened: z.number(),
        bothFailed: z.number(),
      }),
      expected: Comparison,
    }),
  ),
  scores: z.array(z.object({ differences: Numbers, expected: Comparison })),
  discoveries: z.array(z.object({ pValues: Numbers, adjusted: Numbers })),
  classification: z.array(
    z.object({
      expected: Texts,
      actual: Texts,
      accuracy: z.number(),
      labels: Texts,
      precision: Numbers,
      recall: Numbers,
      f1: Numbers,
      support: Numbers,
      macro: Quality,
      weighted: Quality,
      matrix: z.array(Numbers),
    }),
  ),
  retrieval: z.array(
    z.object({
      relevant: Texts,
      ranked: Texts,
      ndcg: z.record(z.string(), z.number()),
      averagePrecision: z.number(),
      reciprocalRank: z.number(),
    }),
  ),
});

/** Reference values from SciPy and scikit-learn (test/fixtures/statistics/make-reference.py). */
export const reference = Reference.parse(
  JSON.parse(readFileSync(new URL("../../fixtures/statistics/reference.json", import.meta.url), "utf8")),
);
