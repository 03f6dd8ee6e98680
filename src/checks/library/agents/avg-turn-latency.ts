import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentTurns } from "./shared-properties.ts";
import { turnsOf } from "./turns.ts";

export const avgTurnLatency = defineCheck({
  ...agentTurns,
  name: "avg_turn_latency",
  title: "Average turn latency",
  description:
    "Mean time of the trace's turns in milliseconds. A turn begins with the first model call after a message of the user and ends with the last one before the next, tools between them included.",
  category: "Operations: latency, cost, tokens, delivery",
  output: scored("ms; pass ≤ 8000", "lower"),
  source: "Okareo avg_turn_latency",
  options: z.strictObject({ max_ms: z.number().positive().default(8000) }),
  evaluate: ({ context, datapoint }, { max_ms: max }) => {
    const turns = turnsOf(context.calls ?? [datapoint]);
    if (turns.length === 0) return skipped("the trace holds no answered message of the user");
    return within(
      turns.reduce((sum, turn) => sum + turn, 0) / turns.length,
      { max },
      `mean of ${turns.length} turns in ms`,
    );
  },
});
