import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, property, z } from "../definition.ts";
import { citationsIn, type Style, styles } from "./citation-styles.ts";
import { coverage } from "./shared-properties.ts";

const styleOption = z.enum(["any", ...(Object.keys(styles) as [Style, ...Style[]])]).default("any");

export const citationPresent = defineCheck({
  ...coverage,
  name: "citation_present",
  title: "Has citations",
  description:
    "The answer cites: `[1]`, `[^1]`, `【1†…】`, `(source: …)` or a Markdown link, at least `min_citations` times, and with `per_paragraph` in each paragraph of 20 and more words.",
  severity: "major",
  source: "ALCE (Gao et al. 2023); promptfoo",
  options: z.strictObject({
    style: styleOption,
    min_citations: z.int().positive().default(1),
    per_paragraph: z.boolean().default(false),
  }),
  evaluate: (subject, { style, min_citations: fewest, per_paragraph: perParagraph }) => {
    const output = subject.text("output");
    const count = citationsIn(output.outsideCode, style);
    if (count < fewest) return property(false, `${count} citations, at least ${fewest} wanted`);
    const without = perParagraph
      ? output.paragraphs.find((paragraph) => wordsOf(paragraph).length >= 20 && citationsIn(paragraph, style) === 0)
      : undefined;
    return property(
      without === undefined,
      without === undefined ? `${count} citations` : `a paragraph cites nothing: “${without.slice(0, 60)}”`,
    );
  },
});
