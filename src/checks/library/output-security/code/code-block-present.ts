import { defineCheck, property, z } from "../../definition.ts";
import { codeSecurity } from "../shared-properties.ts";
import { grammarOf } from "../syntax/grammars.ts";

export const codeBlockPresent = defineCheck({
  ...codeSecurity,
  name: "code_block_present",
  title: "Code block in the requested language",
  description: "The answer holds at least `min` and at most `max` fenced blocks of the languages, or of any.",
  severity: "minor",
  source: "promptfoo; LLM Guard Code",
  options: z.strictObject({
    languages: z.array(z.string()).default([]),
    min: z.int().nonnegative().default(1),
    max: z.int().nonnegative().optional(),
  }),
  evaluate: (subject, { languages, min, max = Infinity }) => {
    const output = subject.text("output");
    const wanted = new Set(
      languages.flatMap((each) => [each.toLowerCase(), grammarOf.get(each.toLowerCase()) ?? each]),
    );
    const blocks = output.codeBlocks.filter(
      ({ language }) => wanted.size === 0 || wanted.has(language) || wanted.has(grammarOf.get(language) ?? ""),
    );
    return property(
      blocks.length >= min && blocks.length <= max,
      `${blocks.length} code blocks${languages.length === 0 ? "" : ` in ${languages.join(", ")}`}`,
      blocks.slice(0, 5).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});
