import { describe, expect, test } from "vitest";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { allCaptures, batchesOf, capturesIn, hasCaptures, someCaptures } from "../../support/data/captures.ts";
import { callShare, factShare, noScore, scoreOf, sum } from "../../support/data/score.ts";
import { tracesOf } from "../../support/data/traces.ts";

const recognize = createRecognizer({ conventions });

function scores(folder: string) {
  return Map.groupBy(
    capturesIn(folder).map((capture) => {
      const datapoints = tracesOf(batchesOf(capture, folder), globalProject).flatMap(
        (trace) => recognize(trace).datapoints,
      );
      return { instrumentation: capture.instrumentation, score: scoreOf(capture, datapoints) };
    }),
    (one) => one.instrumentation,
  );
}

/**
 * Minimum share of facts where instrumentations lose some: these appear in a body by chance, or in a span that
 * isn't a call.
 */
const leastFacts: Readonly<Record<string, number>> = {
  "openai-agents-openlit": 0.8,
  "openai-agents-traceloop": 0.9,
  "anthropic-native": 0.95,
  mastra1: 0.95,
  strands: 0.95,
};
/** A failed call without its own span leaves only the workflow around it. */
const leastCalls: Readonly<Record<string, number>> = { "traceloop-sdk": 0.7 };

describe("recorded exports", () => {
  for (const [instrumentation, entries] of scores(someCaptures)) {
    test(`${instrumentation}: each call is one datapoint that carries its facts`, () => {
      const score = entries.map((entry) => entry.score).reduce(sum, noScore);
      expect(callShare(score), score.faults.join("\n")).toBeGreaterThanOrEqual(leastCalls[instrumentation] ?? 1);
      expect(factShare(score), score.faults.join("\n")).toBeGreaterThanOrEqual(leastFacts[instrumentation] ?? 0.98);
    });
  }
});

test.skipIf(!hasCaptures(allCaptures))(
  "the full set of recorded exports (skipped if it is not next to the checkout)",
  () => {
    const score = [...scores(allCaptures).values()]
      .flat()
      .map((entry) => entry.score)
      .reduce(sum, noScore);
    expect(callShare(score), score.faults.join("\n")).toBeGreaterThanOrEqual(0.995);
    expect(factShare(score), score.faults.join("\n")).toBeGreaterThanOrEqual(0.99);
  },
);
