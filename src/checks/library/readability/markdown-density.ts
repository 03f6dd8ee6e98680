import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const markdownDensity = defineCheck({
  ...readability,
  tier: 3,
  name: "markdown_density",
  title: "Markdown not overused",
  description:
    "Share of the answer's lines, except blank ones and code, that are a heading, a list item or a table row, or contain bold text.",
  output: scored("0..1; pass ≤ 0.5", "neutral"),
  source: "studies of preferred chat style",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.5), min_lines: z.int().positive().default(3) }),
  evaluate: (subject, { max, min_lines: fewest }) => {
    const lines = subject
      .text("output")
      .outsideCode.split("\n")
      .filter((line) => line.trim() !== "");
    if (lines.length < fewest) return skipped(`fewer than ${fewest} lines`);
    const marked = lines.filter((line) =>
      /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\|.*\|)|\*\*[^*\s]|__[^_\s]/.test(line),
    );
    return within(marked.length / lines.length, { max }, "share of lines with Markdown");
  },
});
