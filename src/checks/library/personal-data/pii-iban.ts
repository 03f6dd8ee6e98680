import { ibansIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

export const piiIban = defineCheck({
  ...personalData,
  name: "pii_iban",
  title: "IBAN",
  description: "A bank account number of the right length for its country whose check digits are right.",
  severity: "critical",
  source: "ISO 13616; Presidio IbanRecognizer",
  options: z.strictObject({ ignore_example: z.boolean().default(true), targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "IBAN", {
      targets: options.targets,
      marker: /^iban/,
      find: (text) => ibansIn(text).filter(({ value }) => !options.ignore_example || !exampleIbans.has(value)),
    }),
});

const exampleIbans = new Set([
  "DE89370400440532013000",
  "GB82WEST12345698765432",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NL91ABNA0417164300",
  "CH9300762011623852957",
  "ES9121000418450200051332",
]);
