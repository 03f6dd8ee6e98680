import { callError, defineCheck, skipped, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

const Range = z.tuple([z.number(), z.number()]);

export const samplingParamsInPolicy = defineCheck({
  ...operations,
  name: "sampling_params_in_policy",
  title: "Sampling settings in policy",
  description: "Temperature, top-p and the two penalties lie in their configured ranges.",
  category: "Request hygiene",
  severity: "minor",
  finds: "error",
  tier: 2,
  source: "provider parameter documentation",
  options: z.strictObject({
    temperature: Range.default([0, 1]),
    top_p: Range.default([0, 1]),
    presence_penalty: Range.default([-2, 2]),
    frequency_penalty: Range.default([-2, 2]),
    forbid_both: z.boolean().default(false),
  }),
  evaluate: ({ datapoint: { params } }, options) => {
    const settings = [
      ["temperature", params.temperature, options.temperature],
      ["top_p", params.topP, options.top_p],
      ["presence_penalty", params.presencePenalty, options.presence_penalty],
      ["frequency_penalty", params.frequencyPenalty, options.frequency_penalty],
    ] as const;
    const given = settings.filter(([, value]) => value !== undefined);
    if (given.length === 0) return skipped("no sampling setting is recorded");
    const outside = given.filter(([, value = 0, [min, max]]) => value < min || value > max);
    const both = options.forbid_both && (params.temperature ?? 1) !== 1 && (params.topP ?? 1) !== 1;
    const explanations = outside.map(([name, value, [min, max]]) => `${name} is ${value}, outside ${min} to ${max}`);
    if (both) explanations.push("temperature and top_p are both set");
    if (explanations.length === 0)
      return { kind: "passed", value: true, explanation: "the settings are in range", evidence: [] };
    return { ...callError("setting_out_of_bounds", explanations.join("; ")), value: false };
  },
});
