import { z } from "zod";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, usually } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Length and counts", severity: "minor", tier: 2 } as const;
const bounds = (min: number, max: number) => ({
  min: z.number().nonnegative().default(min),
  max: z.number().nonnegative().default(max),
});

export const paragraphCount = defineCheck({
  ...common,
  name: "paragraph_count",
  title: "Paragraph count in range",
  description: "Blocks of the answer with a blank line, or a text of your choice, between them.",
  output: scored("paragraphs; pass in 1..20"),
  source: "IFEval number_paragraphs",
  options: z.strictObject({ ...bounds(1, 20), separator: z.string().min(1).max(100).default("blank_line") }),
  evaluate: (subject, { separator, ...range }) => {
    const { text, paragraphs } = subject.text("output");
    const blocks =
      separator === "blank_line" ? paragraphs : text.split(separator).filter((block) => block.trim() !== "");
    return within(blocks.length, range, "paragraphs");
  },
});

export const maxParagraphLength = defineCheck({
  ...common,
  name: "max_paragraph_length",
  title: "Longest paragraph",
  description: "Words of the longest paragraph.",
  output: scored("words; pass ≤ 150"),
  source: "plain-language rules",
  options: z.strictObject({ max: z.int().positive().default(150) }),
  evaluate: (subject, { max }) => {
    const { paragraphs } = subject.text("output");
    if (paragraphs.length === 0) return skipped("the answer is blank");
    return within(Math.max(...paragraphs.map((one) => wordsOf(one).length)), { max }, "words of the longest paragraph");
  },
});

export const maxSentenceLength = defineCheck({
  ...common,
  name: "max_sentence_length",
  title: "Longest sentence",
  description: "Words of the longest sentence.",
  costClass: "medium",
  output: scored("words; pass ≤ 40"),
  source: "plain-language rules",
  options: z.strictObject({ max: z.int().positive().default(40) }),
  evaluate: (subject, { max }) => {
    const { sentences } = subject.text("output");
    if (sentences.length === 0) return skipped("the answer has no sentence");
    return within(Math.max(...sentences.map((one) => wordsOf(one).length)), { max }, "words of the longest sentence");
  },
});

export const inputLength = defineCheck({
  ...common,
  name: "input_length",
  title: "User input length in range",
  description: "Unicode code points of the last user message.",
  judges: "request",
  targets: ["input"],
  output: scored("characters; pass in 1..20000"),
  source: "LLM Guard TokenLimit",
  options: z.strictObject(bounds(1, 20_000)),
  evaluate: ({ datapoint, input }, range) =>
    datapoint.input.some(({ role }) => role === "user")
      ? within(Array.from(input.trim()).length, range, "characters")
      : skipped("there is no user message"),
});
