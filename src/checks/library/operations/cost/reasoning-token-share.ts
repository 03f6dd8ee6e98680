import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const reasoningTokenShare = defineCheck({
  ...operations,
  name: "reasoning_token_share",
  title: "Share of reasoning tokens",
  description: "Reasoning tokens as a share of all output tokens.",
  severity: "minor",
  needs: ["usage"],
  tier: 2,
  output: scored("0..1; pass ≤ 0.8", "neutral"),
  source: "OpenAI usage details",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.8) }),
  evaluate: ({ datapoint: { usage } }, { max }) =>
    usage.reasoningTokens === undefined || !usage.outputTokens
      ? skipped("no reasoning tokens are reported")
      : within(usage.reasoningTokens / usage.outputTokens, { max }, "share of reasoning tokens"),
});
