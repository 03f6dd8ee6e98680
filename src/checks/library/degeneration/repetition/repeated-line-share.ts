import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { repetition } from "../shared-properties.ts";

export const repeatedLineShare = defineCheck({
  ...repetition,
  name: "repeated_line_share",
  title: "Repeated lines",
  description:
    "Share of the answer's characters that are in lines of ten or more characters that occurred before in it.",
  output: scored("0..1; pass ≤ 0.3", "lower"),
  source: "Gopher quality filters (Rae et al. 2021)",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.3) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    if (output.isBlank) return skipped("the response is blank");
    const seen = new Set<string>();
    let repeated = 0;
    for (const each of output.text.split("\n")) {
      const line = each.trim();
      if (line.length < 10) continue;
      if (seen.has(line)) repeated += line.length;
      seen.add(line);
    }
    return within(repeated / output.text.length, { max }, "share of repeated lines");
  },
});
