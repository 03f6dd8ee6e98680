import { textOf } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const duplicateContextInPrompt = defineCheck({
  ...requestPart,
  name: "duplicate_context_in_prompt",
  title: "Duplicated text in the prompt",
  description:
    "Share of the prompt's characters in a line of `min_len` or more characters that repeats an earlier line, ignoring white space and case.",
  severity: "minor",
  output: scored("0..1; pass ≤ 0.2", "lower"),
  source: "wasted tokens; overlapping chunks of retrieval",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.2), min_len: z.int().positive().default(80) }),
  evaluate: ({ datapoint: { input } }, { max, min_len: shortest }) => {
    const seen = new Set<string>();
    let [all, again] = [0, 0];
    for (const line of input.flatMap((message) => textOf(message).slice(0, 65_536).split("\n"))) {
      all += line.length;
      if (line.length < shortest) continue;
      const folded = line.toLowerCase().replaceAll(/\s+/g, " ").trim();
      if (seen.has(folded)) again += line.length;
      seen.add(folded);
    }
    return all === 0 ? skipped("there is no prompt") : within(again / all, { max }, "share of repeated characters");
  },
});
