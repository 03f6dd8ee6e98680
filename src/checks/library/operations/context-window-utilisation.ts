import { contextWindowOf } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const contextWindowUtilisation = defineCheck({
  ...operations,
  name: "context_window_utilisation",
  title: "Context window use",
  description: "Input tokens and the limit of output tokens, divided by the context window of the model.",
  severity: "major",
  needs: ["usage"],
  output: scored("0..1; pass ≤ 0.9", "neutral"),
  source: "providers' model pages",
  options: z.strictObject({
    max: z.number().positive().default(0.9),
    /** Tokens, for models that the table lacks. */
    window: z.int().positive().optional(),
  }),
  evaluate: ({ datapoint }, { max, window }) => {
    const { usage, params, responseModel, requestModel } = datapoint;
    if (usage.inputTokens === undefined) return skipped("the number of input tokens is not reported");
    const models = [responseModel, requestModel].filter((model) => model !== undefined);
    const size = window ?? models.map((model) => contextWindowOf(model)).find((each) => each !== undefined);
    if (size === undefined) return skipped("the context window of the model is not known");
    return within(
      (usage.inputTokens + (params.maxTokens ?? usage.outputTokens ?? 0)) / size,
      { max },
      `share of a window of ${size} tokens`,
    );
  },
});
