import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { operations } from "../shared-properties.ts";

export const inputTokenCount = defineCheck({
  ...operations,
  name: "input_token_count",
  title: "Input tokens",
  description: "Input tokens as the provider counted them, cached ones included.",
  severity: "minor",
  needs: ["usage"],
  output: scored("tokens; pass ≤ 16000", "lower"),
  source: "Okareo total_input_tokens; LLM Guard TokenLimit",
  options: z.strictObject({ max: z.int().nonnegative().default(16_000) }),
  evaluate: ({ datapoint: { usage } }, { max }) =>
    usage.inputTokens === undefined
      ? skipped("the number of input tokens is not reported")
      : within(usage.inputTokens, { max }, "input tokens"),
});
