import { member } from "../../../platform/json/json.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { errorRate } from "./error-rate.ts";
import { ofReference } from "./reference.ts";

export const baselineChange = defineCheck({
  ...ofReference,
  name: "baseline_change",
  title: "Changed against a baseline run",
  description:
    "1 minus the word error rate against `baseline` of the expected result, the answer of an earlier run: a sign that something changed, not that it is worse.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  needs: ["expected"],
  output: scored("0..1; pass ≥ 0.7", "higher"),
  source: "promptfoo; Okareo comparison of runs",
  options: z.strictObject({ threshold: shareOption(0.7) }),
  evaluate: (subject, { threshold }) => {
    const baseline = member(subject.expected, "baseline");
    if (typeof baseline !== "string") return skipped("the expected result holds no baseline");
    return within(
      Math.max(0, 1 - errorRate(subject.output, baseline, "word")),
      { min: threshold },
      "similarity to the baseline",
    );
  },
});
