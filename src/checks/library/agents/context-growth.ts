import type { Datapoint } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentRounds } from "./shared-properties.ts";

export const contextGrowth = defineCheck({
  ...agentRounds,
  name: "context_growth",
  title: "Prompt grows without bound",
  description:
    "Slope of the input tokens over the model calls of the trace, by least squares; from `min_calls` calls on.",
  severity: "minor",
  needs: ["trace"],
  output: scored("tokens per call; pass ≤ 4000", "lower"),
  source: "OWASP LLM10; cost practice",
  options: z.strictObject({ max_slope: z.number().default(4000), min_calls: z.int().min(2).default(3) }),
  evaluate: ({ context }, { max_slope: max, min_calls: fewest }) => {
    const tokens = byTime(context.calls ?? []).flatMap(({ usage }) => usage.inputTokens ?? []);
    if (tokens.length < fewest) return skipped(`fewer than ${fewest} calls of the trace report input tokens`);
    const mean = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
    const middle = (tokens.length - 1) / 2;
    const [rise, run] = tokens.reduce(
      ([up, over], each, at) => [up + (at - middle) * (each - mean), over + (at - middle) ** 2] as const,
      [0, 0] as readonly [number, number],
    );
    return within(rise / run, { max }, `tokens more in each of ${tokens.length} calls`);
  },
});

const byTime = (calls: readonly Datapoint[]) => calls.toSorted((one, other) => one.startedAt - other.startedAt);
