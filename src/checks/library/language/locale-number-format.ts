import { defineCheck, property, skipped, z } from "../definition.ts";
import { ofLocale } from "./shared-properties.ts";

export const localeNumberFormat = defineCheck({
  ...ofLocale,
  name: "locale_number_format",
  title: "Numbers, dates and currency in locale",
  description:
    "Numbers with separators, dates in digits and signs of currency that can be written in one way only are written as the locale does; what could be either does not count.",
  source: "Unicode CLDR; localisation QA",
  options: z.strictObject({ locale: z.string().refine(isLocale, "no locale of this name").default("en-US") }),
  evaluate: (subject, { locale }) => {
    const output = subject.text("output");
    const text = output.prose.replace(/\b(?:v|version|ip|section|§)\s*[\d.]+|(?<!\d)\d+(?:\.\d+){2,}/gi, " ");
    const usual = formatOf(locale);
    const decided = [...numbersWritten(text), ...datesWritten(text), ...currenciesWritten(text)];
    if (decided.length === 0) return skipped("nothing is written that differs between locales");
    const wrong = decided.filter(({ is, what }) => is !== usual[what]);
    const at = wrong[0] ? output.text.indexOf(wrong[0].text) : -1;
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${decided.length} are written as in ${locale}`
        : `not as in ${locale}: ${wrong
            .slice(0, 5)
            .map((each) => each.text)
            .join(", ")}`,
      at === -1 ? [] : [output.evidence(at, at + (wrong[0]?.text.length ?? 0))],
    );
  },
});

/** A notation that reveals the locale of its text. */
interface Written {
  readonly text: string;
  readonly what: "decimal" | "dayFirst" | "currencyFirst";
  readonly is: string;
}

function numbersWritten(text: string): readonly Written[] {
  return [...text.matchAll(/(?<![\d.,])\d{1,3}(?:([.,'’\u202f\u00a0])\d{3}){0,12}(?:([.,])\d+)?(?![\d.,]?\d)/g)]
    .slice(0, 200)
    .flatMap(([whole, group, decimal]) => {
      // Thousands groups with a decimal sign are conclusive; one sign before three digits is ambiguous.
      if (decimal !== undefined && (group !== undefined || !/[.,]\d{3}$/.test(whole)))
        return [{ text: whole, what: "decimal" as const, is: decimal }];
      const groups = whole.split(group ?? "").length - 1;
      return group !== undefined && groups > 1 && (group === "." || group === ",")
        ? [{ text: whole, what: "decimal" as const, is: group === "." ? "," : "." }]
        : [];
    });
}

function datesWritten(text: string): readonly Written[] {
  return [...text.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/g)]
    .slice(0, 200)
    .flatMap(([whole, one, other]) => {
      const [first, second] = [Number(one), Number(other)];
      if (first > 12 === second > 12) return [];
      return [{ text: whole, what: "dayFirst" as const, is: String(first > 12) }];
    });
}

function currenciesWritten(text: string): readonly Written[] {
  return [...text.matchAll(/([€$£¥])\s?\d[\d.,]{0,40}\d|(?<!\d)\d[\d.,]{0,40}\s?[€$£¥]/g)]
    .slice(0, 200)
    .map(([whole, before]) => ({ text: whole, what: "currencyFirst" as const, is: String(before !== undefined) }));
}

const formats = new Map<string, Readonly<Record<Written["what"], string>>>();

function formatOf(locale: string): Readonly<Record<Written["what"], string>> {
  const known = formats.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const date = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" })
    .formatToParts(0)
    .map(({ type }) => type);
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" })
    .formatToParts(1)
    .map(({ type }) => type);
  const made = {
    decimal: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    dayFirst: String(date.indexOf("day") < date.indexOf("month")),
    currencyFirst: String(money.indexOf("currency") < money.indexOf("integer")),
  };
  formats.set(locale, made);
  return made;
}

function isLocale(name: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length === 1;
  } catch {
    return false;
  }
}
