import { birthDatesIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiDateOfBirth = defineCheck({
  ...personalData,
  name: "pii_date_of_birth",
  title: "Date of birth",
  description: "A full date next to a word for birth, in some fifteen languages.",
  severity: "major",
  source: "HIPAA Safe Harbor; Presidio DATE_TIME with context",
  options: z.strictObject({ targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "date of birth", {
      targets: options.targets,
      marker: /^(?:dob|date_of_birth)/,
      find: birthDatesIn,
    }),
});
