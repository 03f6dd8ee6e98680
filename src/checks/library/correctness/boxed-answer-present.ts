import { defineCheck, property, z } from "../definition.ts";
import { markedAnswer } from "./shared-properties.ts";

const markers = {
  boxed: /\\boxed\s*\{/g,
  answer: /^[^\S\n]{0,99}(?:\*\*)?(?:final answer|answer|antwort|réponse|respuesta|risposta|resposta)(?:\*\*)?\s*:/gim,
  hashes: /^####\s*\S/gm,
  tag: /<answer>\s*[^<\s][^<]*<\/answer>/gi,
} as const;

type Marker = keyof typeof markers;

export const boxedAnswerPresent = defineCheck({
  ...markedAnswer,
  name: "boxed_answer_present",
  title: "Final answer marked",
  description:
    "The final answer is marked, by default exactly once: \\boxed{…}, a line “Answer: …”, “#### …” or <answer>…</answer>.",
  severity: "minor",
  source: "conventions of GSM8K and MATH",
  options: z.strictObject({
    styles: z
      .union([z.literal("all"), z.array(z.enum(Object.keys(markers) as [Marker, ...Marker[]])).min(1)])
      .default("all"),
    exactly_one: z.boolean().default(true),
  }),
  evaluate: (subject, { styles, exactly_one: once }) => {
    const { text } = subject.text("output");
    const wanted = Object.entries(markers).filter(
      ([name]) => styles === "all" || (styles as readonly string[]).includes(name),
    );
    const count = wanted.reduce((sum, [, pattern]) => sum + [...text.matchAll(pattern)].length, 0);
    return property(once ? count === 1 : count > 0, `${count} marks of a final answer`);
  },
});
