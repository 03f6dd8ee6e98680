import { retirementOf } from "../../../privacy/index.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

const dayMs = 86_400_000;

export const modelDeprecated = defineCheck({
  ...requestPart,
  name: "model_deprecated",
  title: "Deprecated model used",
  description:
    'The requested model is retired, or will be within `notice_days` of the call: by the providers\' announced days, as far as they are known here, or by `retired`, `{model: "2026-03-01"}`.',
  severity: "major",
  judges: "operation",
  targets: ["metadata"],
  output: passesWhenFalse,
  source: "the providers' pages of deprecations",
  options: z.strictObject({
    notice_days: z.int().nonnegative().default(60),
    retired: z.record(z.string(), z.iso.date()).default({}),
  }),
  evaluate: ({ datapoint: { requestModel, startedAt } }, { notice_days: notice, retired }) => {
    if (requestModel === undefined) return skipped("no requested model is recorded");
    const day =
      (Object.hasOwn(retired, requestModel) ? retired[requestModel] : undefined) ?? retirementOf(requestModel);
    if (day === undefined) return defect(false, `no retirement of ${requestModel} is known`);
    const isNear = Date.parse(day) - startedAt <= notice * dayMs;
    return defect(isNear, `${requestModel} is retired on ${day}`);
  },
});
