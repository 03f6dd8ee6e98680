import { numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { isMoney, rangesOf } from "./money.ts";
import { offer } from "./shared-properties.ts";

export const promisedAmountLimit = defineCheck({
  ...offer,
  name: "promised_amount_limit",
  title: "Promised amounts within limits",
  description:
    "Percentages and amounts within 60 characters of a word for a discount, refund, credit, voucher or compensation are not above the limits; in six languages.",
  source: "unauthorised promises of agents",
  options: z.strictObject({
    max_percent: z.number().nonnegative().default(10),
    max_amount: z.number().nonnegative().default(50),
  }),
  evaluate: (subject, { max_percent: maxPercent, max_amount: maxAmount }) => {
    const output = subject.text("output");
    if (!promise.test(output.lower)) return skipped("the answer promises nothing of the kind");
    const near = numbersOf(output.text).filter(
      (each) =>
        (each.isPercentage || isMoney(each, output.text)) &&
        promise.test(output.text.slice(Math.max(0, each.start - 60), each.end + 60).toLowerCase()),
    );
    if (near.length === 0) return skipped("no amount is promised");
    const wrong = near.filter(({ value, isPercentage }) => Math.abs(value) > (isPercentage ? maxPercent : maxAmount));
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${near.length} amounts are within the limits`
        : `above the limit: ${wrong
            .map(({ text }) => text)
            .slice(0, 5)
            .join(", ")}`,
      rangesOf(output, wrong),
    );
  },
});

const promise =
  /\b(?:discounts?|rebates?|refund(?:s|ed)?|credits?|vouchers?|coupons?|compensat\w+|reimburs\w+|goodwill|rabatt\w*|nachlass|gutschein\w*|gutschrift\w*|erstatt\w*|entschädig\w*|remises?|réduction\w*|rembours\w*|bon d'achat|avoir|descuentos?|reembols\w*|vales?|cup[oó]n\w*|compensaci[oó]n|sconto|sconti|rimborso|buono|korting|vergoeding|tegoed)(?!\p{L})/u;
