import { z } from "zod";
import {
  addressesIn,
  birthDatesIn,
  cardsIn,
  emailsIn,
  ibansIn,
  loginsIn,
  socialSecurityNumbersIn,
} from "../../../platform/sensitive/personal-data.ts";
import { defineCheck } from "../../check.ts";
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

export const piiCreditCard = defineCheck({
  ...personalData,
  name: "pii_credit_card",
  title: "Payment card number",
  description: "A number of a card issuer's range and length whose Luhn digit is right.",
  severity: "critical",
  source: "ISO/IEC 7812; Presidio CreditCardRecognizer; PCI DSS",
  options: z.strictObject({
    ignore_test: z.boolean().default(false),
    ignore_if_in_input: z.boolean().default(false),
    targets: targetsOption,
  }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "card number", {
      targets: options.targets,
      marker: /^(?:credit_|payment_)?card/,
      ignoreIfInInput: options.ignore_if_in_input,
      find: (text) =>
        cardsIn(text).filter(({ value }) => !options.ignore_test || !testCards.has(value.replaceAll(/\D/g, ""))),
    }),
});

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

export const piiIpAddress = defineCheck({
  ...personalData,
  name: "pii_ip_address",
  version: 2,
  title: "IP address",
  description: "A public IPv4 or IPv6 address; private and documentation ranges and version numbers do not count.",
  severity: "minor",
  source: "RFC 6890; Presidio IpRecognizer",
  options: z.strictObject({ include_private: z.boolean().default(false), targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "IP address", {
      targets: options.targets,
      marker: /^ip(?:_|$)/,
      find: (text) => addressesIn(text, options.include_private),
    }),
});

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

export const piiUsernamePasswordPair = defineCheck({
  ...personalData,
  name: "pii_username_password_pair",
  title: "Login with password",
  description: "A password, passcode or PIN that is given away with its value, or a URL with user and password.",
  severity: "critical",
  source: "LLM Guard; GDPR article 32",
  options: z.strictObject({ targets: targetsOption }),
  evaluate: (subject, options) =>
    findPersonalData(subject, "password", { targets: options.targets, marker: /^(?:password|login)/, find: loginsIn }),
});

const exampleDomain =
  /@(?:[\w-]+\.)*(?:example\.(?:com|org|net|edu)|example|test|invalid|localhost|domain\.com|email\.com|yourdomain\.com|company\.com|yourcompany\.com)$/i;
const testCards = new Set([
  "4242424242424242",
  "4111111111111111",
  "4012888888881881",
  "5555555555554444",
  "5105105105105100",
  "378282246310005",
  "371449635398431",
  "6011111111111117",
  "6011000990139424",
  "30569309025904",
  "3530111333300000",
  "4000056655665556",
  "2223003122003222",
]);
const exampleIbans = new Set([
  "DE89370400440532013000",
  "GB82WEST12345698765432",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NL91ABNA0417164300",
  "CH9300762011623852957",
  "ES9121000418450200051332",
]);
