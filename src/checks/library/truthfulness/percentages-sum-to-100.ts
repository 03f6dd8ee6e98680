import { readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { recalculated } from "./shared-properties.ts";

export const percentagesSumTo100 = defineCheck({
  ...recalculated,
  name: "percentages_sum_to_100",
  title: "Percent breakdown sums to 100",
  description:
    "Where three and more lines of a list or table each give one percentage and the text speaks of a total, a share, a breakdown or a split, they sum to 100.",
  source: "data-to-text QA",
  options: z.strictObject({ tolerance: z.number().nonnegative().default(1.5) }),
  evaluate: (subject, { tolerance }) => {
    const { outsideCode, lower } = subject.text("output");
    if (
      !/\b(?:total|share|breakdown|split|distribution|divided|consists?|made up|anteile?|verteilung|aufteilung|gesamt|répartition|parts?|reparto|desglose|ripartizione|composición)\b/u.test(
        lower,
      )
    )
      return skipped("the answer speaks of no breakdown");
    const shares = outsideCode.split("\n").flatMap((line) => {
      const found =
        /^\s*(?:[-*+•]|\d{1,2}[.)]|\|)/.test(line) && !/\b(?:total|sum|gesamt|summe)\b/i.test(line)
          ? [...line.matchAll(/(?<!\d)(\d+(?:[.,]\d+)?)\s?%/g)]
          : [];
      return found.length === 1 ? [readNumber(found[0]?.[1] ?? "")?.value ?? 0] : [];
    });
    if (shares.length < 3) return skipped("there are fewer than three lines with one percentage each");
    const sum = shares.reduce((total, each) => total + each, 0);
    return property(Math.abs(sum - 100) <= tolerance, `${shares.length} shares sum to ${Number(sum.toFixed(2))} %`);
  },
});
