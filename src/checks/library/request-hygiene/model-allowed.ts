import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestRule } from "./shared-properties.ts";

export const modelAllowed = defineCheck({
  ...requestRule,
  name: "model_allowed",
  title: "Model on the allowlist",
  description: "The requested model matches an allowed name and no denied one (`*` at the end matches any text).",
  severity: "critical",
  targets: ["metadata"],
  judges: "operation",
  source: "governance; OWASP LLM03",
  options: z.strictObject({ allow: z.array(z.string()).default(["*"]), deny: z.array(z.string()).default([]) }),
  evaluate: ({ datapoint: { requestModel } }, { allow, deny }) => {
    if (requestModel === undefined) return skipped("no requested model is recorded");
    const matches = (glob: string) =>
      glob.endsWith("*") ? requestModel.startsWith(glob.slice(0, -1)) : glob === requestModel;
    return property(allow.some(matches) && !deny.some(matches), `the model is ${requestModel}`);
  },
});
