import { defineCheck, scored, within, z } from "../definition.ts";
import { bounds } from "./bounds.ts";
import { longest } from "./shared-properties.ts";

export const paragraphCount = defineCheck({
  ...longest,
  name: "paragraph_count",
  title: "Paragraph count in range",
  description: "Blocks of the answer with a blank line, or a text of your choice, between them.",
  output: scored("paragraphs; pass in 1..20", "neutral"),
  source: "IFEval number_paragraphs",
  options: z.strictObject({ ...bounds(1, 20), separator: z.string().min(1).max(100).default("blank_line") }),
  evaluate: (subject, { separator, ...range }) => {
    const { text, paragraphs } = subject.text("output");
    const blocks =
      separator === "blank_line" ? paragraphs : text.split(separator).filter((block) => block.trim() !== "");
    return within(blocks.length, range, "paragraphs");
  },
});
