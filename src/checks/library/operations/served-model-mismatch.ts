import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const servedModelMismatch = defineCheck({
  ...operations,
  name: "served_model_mismatch",
  title: "Model differs from the request",
  description: "The response names a model that is neither the requested one nor a dated snapshot or alias of it.",
  severity: "major",
  output: passesWhenFalse,
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
