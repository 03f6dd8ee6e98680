import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { replaceQuotations } from "../../../platform/text/quotations.ts";
import { defineCheck, property, UserPattern, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const oneItemPerLine = defineCheck({
  ...shape,
  name: "one_item_per_line",
  title: "One item per line",
  description:
    "Every line of the answer that is not blank matches the pattern as a whole and holds none of the separators outside quotation marks.",
  source: "IFBench format:line",
  options: z.strictObject({ item_pattern: UserPattern.default(".+"), separators: z.string().default(",;") }),
  evaluate: (subject, { item_pattern: pattern, separators }) => {
    const lines = subject
      .text("output")
      .text.split("\n")
      .filter((line) => line.trim() !== "");
    const item = linearPattern(pattern);
    const wrong = lines.find((line) => {
      const bare = replaceQuotations(line, quotations, () => "");
      return Array.from(separators).some((sign) => bare.includes(sign)) || !item.isWhole(line.trim());
    });
    return property(
      wrong === undefined,
      wrong === undefined ? `${lines.length} lines` : `“${wrong.trim().slice(0, 60)}”`,
    );
  },
});

const quotations = ['""', "“”", "''"].map(([open = "", close = ""]) => [open, close, 0, Infinity] as const);
