import { callError, defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const contentFilterTriggered = defineCheck({
  ...operations,
  name: "content_filter_triggered",
  title: "Provider filter triggered",
  description: "The provider's own filter stopped or emptied the response.",
  severity: "major",
  finds: "error",
  output: passesWhenFalse,
  source: "promptfoo guardrails; Azure content filtering",
  options: z.strictObject({}),
  evaluate: ({ datapoint }) => {
    if (datapoint.finishReasons.includes("content_filter"))
      return callError("content_filtered", "the finish reason is content_filter");
    if (datapoint.error?.type === "content_filtered")
      return callError("content_filtered", datapoint.error.message ?? "the provider refused the content");
    return defect(false, "no filter is reported");
  },
});
