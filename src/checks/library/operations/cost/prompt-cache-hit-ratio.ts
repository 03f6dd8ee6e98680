import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const promptCacheHitRatio = defineCheck({
  ...operations,
  name: "prompt_cache_hit_ratio",
  title: "Prompt cache hit ratio",
  description: "Cached input tokens as a share of all input tokens, for prompts long enough to be cached.",
  severity: "minor",
  needs: ["usage"],
  tier: 2,
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "provider prompt caching",
  options: z.strictObject({ min: z.number().min(0).max(1).default(0.5), min_tokens: z.int().positive().default(2048) }),
  evaluate: ({ datapoint: { usage } }, { min, min_tokens: minTokens }) => {
    const { inputTokens, cacheReadTokens } = usage;
    if (inputTokens === undefined || cacheReadTokens === undefined) return skipped("no cached tokens are reported");
    if (inputTokens < minTokens) return skipped(`the prompt is shorter than ${minTokens} tokens`);
    return within(cacheReadTokens / inputTokens, { min }, "prompt cache hit ratio");
  },
});
