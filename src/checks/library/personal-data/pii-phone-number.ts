import { isSupportedCountry } from "libphonenumber-js";
import { phonesIn } from "../../../platform/sensitive/phone.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

/** Regions whose national formats are recognized by default. */
export const standardRegions = ["US", "GB", "DE", "FR", "ES", "IT", "IN", "BR"] as const;

export const piiPhoneNumber = defineCheck({
  ...personalData,
  name: "pii_phone_number",
  version: 2,
  title: "Phone number",
  description: "A valid phone number in international form, or in the national form of one of the regions.",
  severity: "major",
  costClass: "medium",
  source: "ITU-T E.164; libphonenumber; Presidio PhoneRecognizer",
  options: z.strictObject({
    regions: z.array(z.string().length(2)).default([...standardRegions]),
    allow: z.array(z.string()).default([]),
    ignore_if_in_input: z.boolean().default(true),
    targets: targetsOption,
  }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "phone number", {
      targets: options.targets,
      marker: /^phone/,
      ignoreIfInInput: options.ignore_if_in_input,
      find: ({ text }) =>
        phonesIn(
          text,
          options.regions.filter((region) => isSupportedCountry(region)),
        ).filter(({ value }) => !options.allow.includes(value)),
    }),
});
