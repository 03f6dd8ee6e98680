import type { JsonValue } from "../../../../platform/json/json.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { expectedFunction } from "../shared-properties.ts";
import { listed, withArguments } from "./named-call.ts";

export const areRequiredParamsPresent = defineCheck({
  ...expectedFunction,
  name: "are_required_params_present",
  title: "Required parameters present",
  description:
    "Every required parameter of the expectation is given in the compared call and, by default, is not null.",
  severity: "critical",
  source: "Okareo; BFCL missing_required",
  options: z.strictObject({ null_is_absent: z.boolean().default(true) }),
  evaluate: (subject, options) =>
    withArguments(subject, "fails", (values, { parameters }) => {
      const missing = parameters.filter(
        ({ name, required }) => required && isAbsent(values[name], Object.hasOwn(values, name), options.null_is_absent),
      );
      return property(missing.length === 0, listed(missing, "missing", "every required parameter is there"));
    }),
});

function isAbsent(value: JsonValue | undefined, own: boolean, nullIsAbsent: boolean): boolean {
  return !own || value === undefined || (nullIsAbsent && value === null);
}
