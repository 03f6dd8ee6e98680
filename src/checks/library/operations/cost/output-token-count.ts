import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const outputTokenCount = defineCheck({
  ...operations,
  name: "output_token_count",
  title: "Output tokens",
  description: "Output tokens as the provider counted them, without reasoning tokens where these are reported.",
  severity: "minor",
  needs: ["usage"],
  output: scored("tokens; pass ≤ 2000", "lower"),
  source: "Okareo total_output_tokens",
  options: z.strictObject({ max: z.int().nonnegative().default(2000), min: z.int().nonnegative().default(0) }),
  evaluate: ({ datapoint: { usage } }, { min, max }) =>
    usage.outputTokens === undefined
      ? skipped("the number of output tokens is not reported")
      : within(usage.outputTokens - (usage.reasoningTokens ?? 0), { min, max }, "output tokens"),
});
