import { type CountryCode, findPhoneNumbersInText } from "libphonenumber-js";
import { type Found, isCard } from "./personal-data.ts";

/** Finds numbers by region, each position once; searches only around runs of seven or more digits. */
export function phonesIn(text: string, regions: readonly CountryCode[]): readonly Found[] {
  const found = new Map<number, Found>();
  for (const candidate of text.matchAll(/[+(]?(?:\d[ \t().\-/–]{0,3}){7,17}(?:(?:x|ext\.?|extension)\s?\d{1,6})?/gi)) {
    const [run] = candidate;
    const before = text.slice(Math.max(0, candidate.index - 24), candidate.index);
    const after = text[candidate.index + run.trimEnd().length] ?? "";
    if (/[\w$€£#.]$/.test(before) || /[\w%]/.test(after) || isOtherNumber(run.trim(), before)) continue;
    for (const region of regions) {
      const [hit] = findPhoneNumbersInText(run, region);
      if (!hit?.number.isValid()) continue;
      const start = candidate.index + hit.startsAt;
      found.set(start, { start, end: candidate.index + hit.endsAt, value: hit.number.number });
      break;
    }
    if (found.size >= 50) break;
  }
  return [...found.values()];
}

/** A word that indicates that a phone number follows. */
const phoneWord =
  /(?:\b(?:phone|tel(?:efon|éfono|efone|ephone|\.)?|call|mobile?|cell|fax|whatsapp|sms|text|reach|contact|dial|ring|handy|number is|registered|international one is?)|☎|📞|電話|전화|电话|тел)[\s\w.:#()\\]{0,16}$/iu;

function isOtherNumber(raw: string, before: string): boolean {
  const run = raw.replace(/^\((.*)\)[.,]?$/, "$1").replace(/[.,\s–-]+$/, "");
  if (isRange(run)) return true;
  if (/^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,3}(?:\.\d{1,3}){3}|\d+\.\d{3,})$/.test(run))
    return true;
  const digits = run.replaceAll(/\D/g, "");
  if (/^\d{4}-\d\d-\d\d|^\d+$/.test(run) && !phoneWord.test(before)) return true;
  if (isCard(digits) && digits.length > 12) return true;
  if (!run.startsWith("+") && (run.match(/\D+/g)?.length ?? 0) < 2 && !phoneWord.test(before)) return true;
  if (
    /\b(?:order|invoice|id|isbn|issn|account|card|ticket|ref(?:erence)?|tracking|serial|version|ssn|iban|pmid|doi|part|sku|licen[cs]e|ean|upc|zip|case|number of|no|licen[cs]e number|part number|card number|account number)\b(?: is)?[\s.:#]*$/i.test(
      before,
    )
  )
    return true;
  return /^\d{3}-\d{2}-\d{4}$/.test(run);
}

/** Years or pages: `1936-1938`, also with more after them. */
function isRange(run: string): boolean {
  if (/^\(1\d{3}\s?[-–]\s?(?:1\d|20)\d\d\)/.test(run)) return true;
  const [, from, to] = /^(\d{3,4})\s?[-–/]\s?(\d{3,4})$/.exec(run) ?? [];
  if (from === undefined || to === undefined) return false;
  return Number(to) > Number(from) && Number(to) - Number(from) < 200;
}
