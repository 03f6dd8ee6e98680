import { defect, defineCheck, passesWhenFalse, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { literal, matches } from "./leaked-tokens.ts";

export const internalTagsLeaked = defineCheck({
  ...format,
  name: "internal_tags_leaked",
  title: "Reasoning or internal tags leaked",
  description: "The visible answer holds tags of a model's reasoning or scratchpad, closed or not.",
  severity: "major",
  output: passesWhenFalse,
  source: "DeepSeek and Qwen reasoning leaks; promptfoo",
  options: z.strictObject({ tags: z.array(z.string().min(1)).default([]), ignore_in_code: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    const output = subject.text("output");
    const ranges = [...matches(output, internalTags, options.ignore_in_code), ...literal(output, options.tags)];
    return defect(ranges.length > 0, ranges.length > 0 ? `holds ${ranges[0]?.text}` : "no internal tag", ranges);
  },
});

const internalTags =
  /<\/?(?:think|thinking|thought|scratchpad|reflection|internal|reasoning|inner_monologue)>|\[\/?INTERNAL\]|<\|channel\|>\s?(?:analysis|commentary)/gi;
