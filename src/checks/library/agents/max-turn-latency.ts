import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentTurns } from "./shared-properties.ts";
import { turnsOf } from "./turns.ts";

export const maxTurnLatency = defineCheck({
  ...agentTurns,
  name: "max_turn_latency",
  title: "Slowest turn",
  description: "Milliseconds of the trace's longest turn (see `avg_turn_latency`): the outlier that a mean hides.",
  category: "Operations: latency, cost, tokens, delivery",
  severity: "minor",
  tier: 2,
  output: scored("ms; pass ≤ 20000", "lower"),
  source: "Okareo p95_turn_ms",
  options: z.strictObject({ max_ms: z.number().positive().default(20_000) }),
  evaluate: ({ context, datapoint }, { max_ms: max }) => {
    const turns = turnsOf(context.calls ?? [datapoint]);
    if (turns.length === 0) return skipped("the trace holds no answered message of the user");
    return within(Math.max(...turns), { max }, `slowest of ${turns.length} turns in ms`);
  },
});
