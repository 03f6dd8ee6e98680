import { runsOf } from "../../../platform/text/runs.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { passageWords } from "./passage-words.ts";
import { retrievedPassages } from "./shared-properties.ts";

export const contextDuplicateShare = defineCheck({
  ...retrievedPassages,
  name: "context_duplicate_share",
  title: "Duplicate passages",
  description: "Share of the passages that are nearly the same (Jaccard of runs of five words) as one before them.",
  judges: "request",
  costClass: "medium",
  output: scored("0..1; pass ≤ 0.2", "lower"),
  source: "diagnostics of retrieval; UpTrain",
  options: z.strictObject({ max: shareOption(0.2), similarity: shareOption(0.8) }),
  evaluate: (subject, { max, similarity }) => {
    const sets = subject
      .once(passageWords)
      .map((words) => new Set(runsOf(words, Math.min(5, Math.max(1, words.length)))));
    if (sets.length < 2) return skipped("there are fewer than two passages");
    const again = sets.filter((one, at) =>
      sets.slice(0, at).some((other) => {
        if (Math.min(one.size, other.size) < similarity * Math.max(one.size, other.size)) return false;
        const shared = one.intersection(other).size;
        return shared > 0 && shared / (one.size + other.size - shared) >= similarity;
      }),
    );
    return within(again.length / sets.length, { max }, "share of passages that came before");
  },
});
