import { socialSecurityNumbersIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiUsSsn = defineCheck({
  ...personalData,
  name: "pii_us_ssn",
  title: "US social security number",
  description:
    "A US social security or taxpayer number; nine digits without separators only near a word for such a number.",
  severity: "critical",
  source: "Social Security Administration; Presidio UsSsnRecognizer",
  options: z.strictObject({ require_context_for_plain: z.boolean().default(true), targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "social security number", {
      targets: options.targets,
      marker: /^(?:us_)?(?:ssn|social)/,
      find: (text) => socialSecurityNumbersIn(text, options.require_context_for_plain),
    }),
});
