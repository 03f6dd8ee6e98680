import { finishReasons } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const finishReasonExpected = defineCheck({
  ...operations,
  name: "finish_reason_expected",
  title: "Finish reason as expected",
  description: "Every finish reason of the response is one of the allowed ones.",
  severity: "minor",
  tier: 2,
  source: "promptfoo finish-reason",
  options: z.strictObject({ allowed: z.array(z.enum(finishReasons)).min(1).default(["stop", "tool_calls"]) }),
  evaluate: ({ datapoint }, { allowed }) => {
    if (datapoint.finishReasons.length === 0) return skipped("no finish reason is recorded");
    const others = datapoint.finishReasons.filter((reason) => !allowed.includes(reason));
    return property(others.length === 0, `the finish reason is ${datapoint.finishReasons.join(", ")}`);
  },
});
