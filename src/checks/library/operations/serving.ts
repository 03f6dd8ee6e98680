import { z } from "zod";
import { defineCheck } from "../../check.ts";
import { callError, defect, skipped, within } from "../../verdicts/outcome.ts";
import { defectRule, operations } from "./operations.ts";

export const servedModelMismatch = defineCheck({
  ...operations,
  name: "served_model_mismatch",
  title: "Model differs from the request",
  description: "The response names a model that is neither the requested one nor a dated snapshot or alias of it.",
  severity: "major",
  needs: [],
  output: defectRule,
  source: "model drift monitoring",
  options: z.strictObject({ aliases: z.record(z.string(), z.array(z.string())).default({}) }),
  evaluate: ({ datapoint: { requestModel, responseModel } }, { aliases }) => {
    if (requestModel === undefined || responseModel === undefined)
      return skipped("one of the two models is not recorded");
    const [requested, served] = [bare(requestModel), bare(responseModel)];
    const accepted = Object.hasOwn(aliases, requestModel) ? (aliases[requestModel] ?? []) : [];
    const same = requested === served || isSnapshotOf(served, requested) || isSnapshotOf(requested, served);
    const known = same || accepted.includes(responseModel);
    return defect(!known, `requested ${requestModel}, served by ${responseModel}`);
  },
});

export const conversationTurnCount = defineCheck({
  ...operations,
  name: "conversation_turn_count",
  title: "Turns in the conversation",
  description: "Number of user and assistant messages; tool messages are not counted.",
  severity: "minor",
  judges: "request",
  needs: [],
  targets: ["conversation"],
  output: { type: "score", rule: "turns; pass ≤ 20" },
  source: "Okareo total_turn_count",
  options: z.strictObject({
    max: z.int().nonnegative().default(20),
    min: z.int().nonnegative().default(0),
    role: z.enum(["both", "user", "assistant"]).default("both"),
  }),
  evaluate: ({ conversation }, { min, max, role }) => {
    const counted = role === "both" ? ["user", "assistant"] : [role];
    return within(conversation.filter((message) => counted.includes(message.role)).length, { min, max }, "turns");
  },
});

const Range = z.tuple([z.number(), z.number()]);

export const samplingParamsInPolicy = defineCheck({
  ...operations,
  name: "sampling_params_in_policy",
  title: "Sampling settings in policy",
  description: "Temperature, top-p and the two penalties lie in their configured ranges.",
  category: "Request hygiene",
  severity: "minor",
  judges: "operation",
  needs: [],
  finds: "error",
  tier: 2,
  output: { type: "boolean", rule: "pass when true" },
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

/** Removes a provider's prefix (`openai/`, `models/`) and a trailing `latest`. */
function bare(model: string): string {
  return (model.split("/").at(-1) ?? model).toLowerCase().replace(/[-:]latest$/, "");
}

/**
 * Returns whether a model is a snapshot of a family: `gpt-4o-2024-08-06`, `claude-sonnet-4-20250514`,
 * `gemini-1.5-pro-002`, `model@001`.
 */
function isSnapshotOf(model: string, family: string): boolean {
  return model.startsWith(family) && /^[-@:](?:v?\d[\d.:-]*|preview[-\d]*|exp[-\d]*)$/.test(model.slice(family.length));
}
