import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const outputTruncated = defineCheck({
  ...operations,
  name: "output_truncated",
  title: "Output cut off",
  description:
    "The response ended at the token limit: the finish reason reports it or, without one, the output reaches the limit.",
  severity: "major",
  targets: ["metadata", "output"],
  output: passesWhenFalse,
  source: "promptfoo finish-reason; Okareo",
  options: z.strictObject({}),
  evaluate: ({ datapoint: { finishReasons, params, usage, error } }) => {
    if (error) return skipped("the call failed");
    if (finishReasons.includes("length")) return defect(true, "the finish reason is length");
    if (finishReasons.length > 0) return defect(false, `the finish reason is ${finishReasons.join(", ")}`);
    if (params.maxTokens === undefined || usage.outputTokens === undefined)
      return skipped("neither a finish reason nor a token limit with usage is recorded");
    const full = usage.outputTokens >= params.maxTokens - 1;
    return defect(full, `${usage.outputTokens} of at most ${params.maxTokens} output tokens`);
  },
});
