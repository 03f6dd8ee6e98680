import { textOf } from "../../../../datapoints/index.ts";
import { runSimilarity } from "../../../../platform/text/runs.ts";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { degeneration } from "../shared-properties.ts";
import { lowerCased } from "./lower-cased.ts";

export const selfRepetitionAcrossTurns = defineCheck({
  ...degeneration,
  name: "self_repetition_across_turns",
  title: "Repeats an earlier answer",
  description:
    "How alike this answer is to the most similar earlier one of the conversation (Jaccard similarity of runs of `n` words; answers of 15 and more words).",
  severity: "major",
  costClass: "medium",
  targets: ["conversation"],
  output: scored("0..1; pass ≤ 0.8", "lower"),
  source: "dialogue repetition (Li et al. 2016); Okareo loop class",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.8), n: z.int().min(1).max(20).default(5) }),
  evaluate: (subject, { max, n }) => {
    const words = lowerCased(subject.text("output").words);
    const earlier = subject.request
      .filter(({ role }) => role === "assistant")
      .slice(-20)
      .map((message) => lowerCased(wordsOf(textOf(message).slice(0, 65_536))))
      .filter((each) => each.length >= 15);
    if (words.length < 15 || earlier.length === 0)
      return skipped("there are fewer than two answers of 15 or more words");
    const most = Math.max(...earlier.map((each) => runSimilarity(words, each, n)));
    return within(most, { max }, "similarity to an earlier answer");
  },
});
