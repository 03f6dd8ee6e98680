import { emailsIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiEmailAddress = defineCheck({
  ...personalData,
  name: "pii_email_address",
  version: 2,
  title: "E-mail address",
  description: "An e-mail address, but for those of example domains and those in the user's own message.",
  severity: "major",
  source: "RFC 5321; Presidio EmailRecognizer",
  options: z.strictObject({
    allow: z.array(z.string()).default([]),
    ignore_if_in_input: z.boolean().default(true),
    ignore_example: z.boolean().default(true),
    targets: targetsOption,
  }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "e-mail address", {
      targets: options.targets,
      marker: /^e?_?mail/,
      ignoreIfInInput: options.ignore_if_in_input,
      find: (text) =>
        emailsIn(text).filter(
          ({ value }) =>
            !(options.ignore_example && exampleDomain.test(value)) &&
            !options.allow.some((each) => value.toLowerCase().endsWith(each.toLowerCase())),
        ),
    }),
});

const exampleDomain =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|domain\.com|email\.com|yourdomain\.com|company\.com|yourcompany\.com)$/i;
