import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const totalCost = defineCheck({
  ...operations,
  name: "total_cost",
  title: "Cost of the datapoint",
  description:
    "US dollars of the call by the price table. Skipped, never 0, where the price of the model or a token count is unknown.",
  severity: "major",
  needs: ["usage"],
  output: scored("USD; pass ≤ 0.05", "lower"),
  source: "Okareo total_cost; promptfoo cost",
  options: z.strictObject({ max_usd: z.number().nonnegative().default(0.05) }),
  evaluate: ({ datapoint: { cost } }, { max_usd: max }) => {
    if (!cost) return skipped("the price of the model is unknown");
    // A partial cost over the limit is already too much; a partial cost under it is inconclusive.
    if (!cost.complete && cost.usd <= max) return skipped("a part of the cost is unknown");
    return within(cost.usd, { max }, "cost in USD");
  },
});
