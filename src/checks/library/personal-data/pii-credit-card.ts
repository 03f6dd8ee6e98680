import { cardsIn } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";

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

const testCards = new Set(
  "4242424242424242 4111111111111111 4012888888881881 5555555555554444 5105105105105100 378282246310005 371449635398431 6011111111111117 6011000990139424 30569309025904 3530111333300000 4000056655665556 2223003122003222".split(
    " ",
  ),
);
