import { errorSeverities, errorTypes } from "../../../datapoints/index.ts";
import { callError, defect, defineCheck, passesWhenFalse, usually, z } from "../definition.ts";

export const providerError = defineCheck({
  ...usually,
  name: "provider_error",
  version: 2,
  title: "Provider call failed",
  description:
    "The call ended in an error: an HTTP status of 400 or more, an error object, a failed span. The finding carries its error type, and weighs what errors of that type do: a bad key is critical, a user who left is minor.",
  category: "Operations: latency, cost, tokens, delivery",
  severity: "major",
  judges: "operation",
  targets: ["metadata"],
  finds: "error",
  output: passesWhenFalse,
  source: "OpenTelemetry error.type",
  options: z.strictObject({ ignore_classes: z.array(z.enum(errorTypes)).default([]) }),
  evaluate: ({ datapoint: { error } }, { ignore_classes: ignored }) => {
    if (!error) return defect(false, "the call succeeded");
    const status = error.status === undefined ? "" : ` (status ${error.status})`;
    const explanation = `${error.type.replaceAll("_", " ")}${status}: ${error.message ?? error.code ?? error.providerType ?? "no message"}`;
    if (ignored.includes(error.type)) return defect(false, `ignored: ${explanation}`);
    return { ...callError(error.type, explanation), severity: errorSeverities[error.type] };
  },
});
