import { defineCheck, property, z } from "../definition.ts";
import { requestRule } from "./shared-properties.ts";

export const maxTokensSet = defineCheck({
  ...requestRule,
  name: "max_tokens_set",
  title: "Output limit set",
  description: "The request limits the output tokens, and not above `max`.",
  severity: "minor",
  source: "OWASP LLM10",
  options: z.strictObject({ max: z.int().positive().default(8192) }),
  evaluate: ({ datapoint: { params } }, { max }) =>
    params.maxTokens === undefined
      ? property(false, "no limit is set")
      : property(params.maxTokens <= max, `the limit is ${params.maxTokens} tokens`),
});
