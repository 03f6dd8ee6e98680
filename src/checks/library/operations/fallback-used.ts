import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { minorOperation } from "./shared-properties.ts";

export const fallbackUsed = defineCheck({
  ...minorOperation,
  name: "fallback_used",
  title: "Fallback model used",
  description:
    "Before this call another with the same messages failed at another model or provider, in the same trace: the route's first choice did not serve it.",
  needs: ["trace"],
  output: passesWhenFalse,
  source: "fallbacks of gateways",
  options: z.strictObject({ ignore_models: z.array(z.string()).default([]) }),
  evaluate: ({ datapoint, context }, { ignore_models: ignored }) => {
    if (!context.calls) return skipped("the trace is not known");
    if (datapoint.error) return skipped("the call failed");
    if (datapoint.input.length === 0) return skipped("the messages are not recorded");
    const same = JSON.stringify(datapoint.input);
    const first = context.calls.find(
      (call) =>
        call.error !== undefined &&
        call.startedAt < datapoint.startedAt &&
        !ignored.includes(call.requestModel ?? "") &&
        (call.requestModel !== datapoint.requestModel || call.provider !== datapoint.provider) &&
        JSON.stringify(call.input) === same,
    );
    return defect(
      first !== undefined,
      first
        ? `${first.requestModel ?? first.provider ?? "another model"} failed before (${first.error?.type})`
        : "served by the first choice",
    );
  },
});
