import { z } from "zod";
import { finishReasons } from "../../../datapoints/index.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { operations } from "./shared-properties.ts";

export const finishReasonExpected = defineCheck({
  ...operations,
  name: "finish_reason_expected",
  title: "Finish reason as expected",
  description: "Every finish reason of the response is one of the allowed ones.",
  severity: "minor",
  needs: [],
  tier: 2,
  output: { type: "boolean", rule: "pass when true" },
  source: "promptfoo finish-reason",
  options: z.strictObject({ allowed: z.array(z.enum(finishReasons)).min(1).default(["stop", "tool_calls"]) }),
  evaluate: ({ datapoint }, { allowed }) => {
    if (datapoint.finishReasons.length === 0) return skipped("no finish reason is recorded");
    const others = datapoint.finishReasons.filter((reason) => !allowed.includes(reason));
    return property(others.length === 0, `the finish reason is ${datapoint.finishReasons.join(", ")}`);
  },
});
