import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { minorOperation } from "../shared-properties.ts";

export const costPerTurn = defineCheck({
  ...minorOperation,
  name: "cost_per_turn",
  title: "Cost per user turn",
  description:
    "US dollars of the trace's calls, as far as they have arrived, divided by the user's messages. Skipped where the cost of one is unknown.",
  needs: ["usage"],
  output: scored("USD; pass ≤ 0.02", "lower"),
  source: "Okareo; Langfuse",
  options: z.strictObject({ max_usd: z.number().nonnegative().default(0.02) }),
  evaluate: ({ context, datapoint }, { max_usd: max }) => {
    const calls = context.calls ?? [datapoint];
    const turns = Math.max(
      ...calls.map(
        ({ input }) =>
          input.filter(({ role, parts }) => role === "user" && !parts.some(({ type }) => type === "tool_result"))
            .length,
      ),
    );
    if (turns === 0) return skipped("the user message is empty");
    if (calls.some(({ cost }) => cost?.complete !== true)) return skipped("the cost of a call is unknown");
    return within(
      calls.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0) / turns,
      { max },
      `USD for each of ${turns} turns`,
    );
  },
});
