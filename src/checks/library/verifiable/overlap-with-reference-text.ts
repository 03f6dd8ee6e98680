import { runsOf } from "../../../platform/text/runs.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { referencesOf } from "../../references.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { verifiable } from "./shared-properties.ts";

export const overlapWithReferenceText = defineCheck({
  ...verifiable,
  tier: 3,
  name: "overlap_with_reference_text",
  title: "Required overlap with a text",
  description:
    "Percentage of the answer's runs of n words that occur in the reference text: the target, give or take the tolerance.",
  needs: ["reference"],
  mode: "test run",
  source: "IFBench ratio:overlap",
  options: z.strictObject({
    target: z.number().min(0).max(100).default(50),
    tolerance: z.number().nonnegative().default(2),
    n: z.int().min(1).max(10).default(3),
  }),
  evaluate: (subject, { target, tolerance, n }) => {
    const references = referencesOf(subject.expected);
    if (references.length === 0) return skipped("the expected result holds no reference text");
    const known = new Set(references.flatMap((each) => runsOf(wordsOf(each.toLowerCase()), n)));
    const own = runsOf(wordsOf(subject.text("output").lower), n);
    if (own.length === 0) return skipped(`the answer has fewer than ${n} words`);
    const percent = (100 * own.filter((run) => known.has(run)).length) / own.length;
    return property(
      Math.abs(percent - target) <= tolerance,
      `${percent.toFixed(1)} % of the runs of ${n} words, ${target} % asked`,
    );
  },
});
