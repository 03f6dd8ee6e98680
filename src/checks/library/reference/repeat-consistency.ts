import { runSimilarity } from "../../../platform/text/runs.ts";
import { listedIn } from "../../references.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { listComparison } from "./list-items.ts";
import { tokensOf } from "./reference.ts";

export const repeatConsistency = defineCheck({
  ...listComparison,
  name: "repeat_consistency",
  title: "Same answer on repeated runs",
  description:
    "Mean agreement of the answer with the others of its row, `repeats` of the expected result, or else of its test run: equal (short answers of up to five words), or the words they share (Jaccard).",
  costClass: "medium",
  needs: ["run"],
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "SelfCheckGPT (Manakul et al. 2023); Azure",
  options: z.strictObject({
    mode: z.enum(["auto", "equal", "words"]).default("auto"),
    threshold: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { mode, threshold }) => {
    const given = listedIn(subject.expected, "repeats");
    const others = given.length > 0 ? given : (subject.context.others?.() ?? []);
    if (others.length === 0) return skipped("no other answer is known");
    const own = tokensOf(subject.output, true);
    const agreements = others.slice(-100).map((other) => {
      const words = tokensOf(other, true);
      const isShort = mode === "auto" ? own.length <= 5 && words.length <= 5 : mode === "equal";
      if (isShort) return own.join(" ") === words.join(" ") ? 1 : 0;
      return own.length === 0 && words.length === 0 ? 1 : runSimilarity(own, words, 1);
    });
    const mean = agreements.reduce((sum, each) => sum + each, 0) / agreements.length;
    return within(mean, { min: threshold }, `agreement with ${agreements.length} other answers`);
  },
});
