import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const outputTokensPerSecond = defineCheck({
  ...operations,
  name: "output_tokens_per_second",
  title: "Generation speed",
  description:
    "Output tokens per second of generation: from the first token, or from the start where none is recorded.",
  severity: "minor",
  needs: ["usage", "times"],
  tier: 2,
  output: scored("tokens per second; pass ≥ 15", "higher"),
  source: "gateway practice",
  options: z.strictObject({ min: z.number().nonnegative().default(15), min_tokens: z.int().nonnegative().default(20) }),
  evaluate: ({ datapoint }, { min, min_tokens: minTokens }) => {
    const tokens = datapoint.usage.outputTokens;
    const generationMs = datapoint.durationMs - (datapoint.timeToFirstTokenMs ?? 0);
    if (tokens === undefined || tokens < minTokens)
      return skipped(`fewer than ${minTokens} output tokens are reported`);
    if (generationMs <= 0) return skipped("no time of generation is recorded");
    return within((tokens * 1000) / generationMs, { min }, "output tokens per second");
  },
});
