import { sourceText } from "../../../datapoints/index.ts";
import { numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { isMoney, rangesOf } from "./money.ts";
import { offer } from "./shared-properties.ts";

export const priceInCatalogue = defineCheck({
  ...offer,
  name: "price_in_catalogue",
  title: "Prices are given ones",
  description:
    "Every amount of money in the answer is in the price list of the option, the context, a tool result or the conversation, written otherwise or not.",
  source: "invented prices (Moffatt v. Air Canada)",
  options: z.strictObject({
    allow: z.array(z.number()).max(10_000).default([]),
    tolerance: z.number().nonnegative().default(0),
  }),
  evaluate: (subject, { allow, tolerance }) => {
    const output = subject.text("output");
    const prices = numbersOf(output.prose).filter((each) => isMoney(each, output.prose));
    if (prices.length === 0) return skipped("the answer names no amount of money");
    const source = subject.once(sourceText);
    if (allow.length === 0 && source.trim() === "") return skipped("neither a price list nor a context is given");
    const known = [...allow, ...numbersOf(source).map(({ value }) => Math.abs(value))];
    const wrong = prices.filter(
      ({ value }) => !known.some((each) => Math.abs(each - Math.abs(value)) <= tolerance + 1e-9),
    );
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${prices.length} amounts were given`
        : `not given: ${wrong
            .slice(0, 5)
            .map(({ text }) => text)
            .join(", ")}`,
      rangesOf(output, wrong),
    );
  },
});
