import { z } from "zod";
import { defineCheck } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";
import { operations } from "./operations.ts";

export const totalCost = defineCheck({
  ...operations,
  name: "total_cost",
  title: "Cost of the datapoint",
  description:
    "US dollars of the call by the price table. Skipped, never 0, where the price of the model or a token count is unknown.",
  severity: "major",
  needs: ["usage"],
  output: { type: "score", rule: "USD; pass ≤ 0.05" },
  source: "Okareo total_cost; promptfoo cost",
  options: z.strictObject({ max_usd: z.number().nonnegative().default(0.05) }),
  evaluate: ({ datapoint: { cost } }, { max_usd: max }) => {
    if (!cost) return skipped("the price of the model is unknown");
    // A partial cost over the limit is already too much; a partial cost under it is inconclusive.
    if (!cost.complete && cost.usd <= max) return skipped("a part of the cost is unknown");
    return within(cost.usd, { max }, "cost in USD");
  },
});

export const inputTokenCount = defineCheck({
  ...operations,
  name: "input_token_count",
  title: "Input tokens",
  description: "Input tokens as the provider counted them, cached ones included.",
  severity: "minor",
  needs: ["usage"],
  output: { type: "score", rule: "tokens; pass ≤ 16000" },
  source: "Okareo total_input_tokens; LLM Guard TokenLimit",
  options: z.strictObject({ max: z.int().nonnegative().default(16_000) }),
  evaluate: ({ datapoint: { usage } }, { max }) =>
    usage.inputTokens === undefined
      ? skipped("the number of input tokens is not reported")
      : within(usage.inputTokens, { max }, "input tokens"),
});

export const outputTokenCount = defineCheck({
  ...operations,
  name: "output_token_count",
  title: "Output tokens",
  description: "Output tokens as the provider counted them, without reasoning tokens where these are reported.",
  severity: "minor",
  needs: ["usage"],
  output: { type: "score", rule: "tokens; pass ≤ 2000" },
  source: "Okareo total_output_tokens",
  options: z.strictObject({ max: z.int().nonnegative().default(2000), min: z.int().nonnegative().default(0) }),
  evaluate: ({ datapoint: { usage } }, { min, max }) =>
    usage.outputTokens === undefined
      ? skipped("the number of output tokens is not reported")
      : within(usage.outputTokens - (usage.reasoningTokens ?? 0), { min, max }, "output tokens"),
});

export const reasoningTokenShare = defineCheck({
  ...operations,
  name: "reasoning_token_share",
  title: "Share of reasoning tokens",
  description: "Reasoning tokens as a share of all output tokens.",
  severity: "minor",
  needs: ["usage"],
  tier: 2,
  output: { type: "score", rule: "0..1; pass ≤ 0.8" },
  source: "OpenAI usage details",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.8) }),
  evaluate: ({ datapoint: { usage } }, { max }) =>
    usage.reasoningTokens === undefined || !usage.outputTokens
      ? skipped("no reasoning tokens are reported")
      : within(usage.reasoningTokens / usage.outputTokens, { max }, "share of reasoning tokens"),
});

export const promptCacheHitRatio = defineCheck({
  ...operations,
  name: "prompt_cache_hit_ratio",
  title: "Prompt cache hit ratio",
  description: "Cached input tokens as a share of all input tokens, for prompts long enough to be cached.",
  severity: "minor",
  needs: ["usage"],
  tier: 2,
  output: { type: "score", rule: "0..1; pass ≥ 0.5" },
  source: "provider prompt caching",
  options: z.strictObject({ min: z.number().min(0).max(1).default(0.5), min_tokens: z.int().positive().default(2048) }),
  evaluate: ({ datapoint: { usage } }, { min, min_tokens: minTokens }) => {
    const { inputTokens, cacheReadTokens } = usage;
    if (inputTokens === undefined || cacheReadTokens === undefined) return skipped("no cached tokens are reported");
    if (inputTokens < minTokens) return skipped(`the prompt is shorter than ${minTokens} tokens`);
    return within(cacheReadTokens / inputTokens, { min }, "prompt cache hit ratio");
  },
});
