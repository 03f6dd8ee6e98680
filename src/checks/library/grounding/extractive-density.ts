import { runsOf } from "../../../platform/text/runs.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { passageWords } from "./passage-words.ts";
import { retrievedPassages } from "./shared-properties.ts";

export const extractiveDensity = defineCheck({
  ...retrievedPassages,
  name: "extractive_density",
  title: "Copying from the context",
  description: "Share of the answer's words that are in runs of `run` or more words copied from a passage.",
  costClass: "medium",
  targets: ["output"],
  output: scored("0..1; pass ≤ 0.6", "neutral"),
  source: "extractive fragments (Grusky et al. 2018)",
  options: z.strictObject({ run: z.int().min(2).max(100).default(12), max: shareOption(0.6) }),
  evaluate: (subject, { run, max }) => {
    const words = wordsOf(subject.text("output").prose.toLowerCase());
    if (words.length < run) return skipped(`the answer has fewer than ${run} words`);
    const known = new Set(subject.once(passageWords).flatMap((each) => runsOf(each, run)));
    if (known.size === 0) return skipped("no passage is that long");
    let [copied, until] = [0, 0];
    for (const [at, each] of runsOf(words, run).entries()) {
      if (!known.has(each)) continue;
      copied += at + run - Math.max(at, until);
      until = at + run;
    }
    return within(copied / words.length, { max }, "share of copied words");
  },
});
