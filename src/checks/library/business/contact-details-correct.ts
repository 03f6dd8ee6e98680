import { sourceText } from "../../../datapoints/index.ts";
import { emailsIn } from "../../../platform/sensitive/personal-data.ts";
import { phonesIn } from "../../../platform/sensitive/phone.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { hostOf, isOfHost } from "../output-security/hosts.ts";
import { houseRule } from "./shared-properties.ts";

export const contactDetailsCorrect = defineCheck({
  ...houseRule,
  name: "contact_details_correct",
  title: "Contact details are the official ones",
  description:
    "Every email address, phone number and web address in the answer is one of the official ones (or, for domains, a subdomain), or occurs in the conversation. Kinds without a list are ignored.",
  severity: "critical",
  costClass: "medium",
  needs: ["config"],
  source: "invented hotlines",
  options: z.strictObject({
    emails: z.array(z.string().min(3)).max(500).default([]),
    phones: z.array(z.string().min(3)).max(500).default([]),
    urls: z.array(z.string().min(3)).max(500).default([]),
    allow_given: z.boolean().default(true),
  }),
  evaluate: (subject, { emails, phones, urls, allow_given: allows }) => {
    if (emails.length + phones.length + urls.length === 0) return skipped("no official contacts are configured");
    const output = subject.text("output");
    const digits = (text: string) => text.replace(/\D/g, "").replace(/^0+/, "");
    const given = allows ? subject.once(sourceText).toLowerCase() : "";
    const found = [
      ...(emails.length === 0
        ? []
        : emailsIn(output).map((each) => ({
            ...each,
            known: emails.some((email) => email.toLowerCase() === each.value.toLowerCase()),
          }))),
      ...(phones.length === 0
        ? []
        : phonesIn(output.text, ["US", "GB", "DE", "FR", "ES", "IT"]).map((each) => ({
            ...each,
            known: phones.some((phone) => sameNumber(digits(phone), digits(each.value))),
          }))),
      ...(urls.length === 0
        ? []
        : output.urls.map(({ url, start, end }) => ({
            value: url,
            start,
            end,
            known: urls.some((each) => isOfHost(hostOf(url) ?? "", hostOf(each) ?? each.replace(/\/.*$/, ""))),
          }))),
    ];
    if (found.length === 0) return skipped("the answer gives no contact");
    const wrong = found.filter(({ known, value }) => !known && !(allows && given.includes(value.toLowerCase())));
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${found.length} contacts are official`
        : `not official: ${wrong
            .slice(0, 5)
            .map(({ value }) => value)
            .join(", ")}`,
      wrong.slice(0, 10).map(({ start, end }) => output.evidence(start, end)),
    );
  },
});

/** Compares numbers, ignoring a country code. */
const sameNumber = (one: string, other: string) =>
  one.length > 5 && other.length > 5 && (one.endsWith(other) || other.endsWith(one));
