import { defineCheck, property, skipped, z } from "../definition.ts";
import { retrievedPassages } from "./shared-properties.ts";

export const retrievalScoreFloor = defineCheck({
  ...retrievedPassages,
  name: "retrieval_score_floor",
  title: "Best retrieval score high enough",
  description: "The best passage's score is at least `min_top`, and at least `min_n` passages have `min_score`.",
  judges: "request",
  source: "practice of vector search",
  options: z.strictObject({
    min_top: z.number().default(0.3),
    min_score: z.number().default(0.2),
    min_n: z.int().positive().default(1),
  }),
  evaluate: ({ passages }, { min_top: minTop, min_score: minScore, min_n: minN }) => {
    const scores = passages.flatMap(({ score }) => score ?? []);
    if (scores.length === 0) return skipped("the passages carry no scores");
    const [top, enough] = [Math.max(...scores), scores.filter((score) => score >= minScore).length];
    return property(top >= minTop && enough >= minN, `the best score is ${top}, ${enough} are ${minScore} and more`);
  },
});
