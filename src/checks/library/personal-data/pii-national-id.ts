import type { PreparedText } from "../../../datapoints/index.ts";
import type { Found } from "../../../platform/sensitive/personal-data.ts";
import { defineCheck, z } from "../definition.ts";
import { findPersonalData, personalData, targetsOption } from "./found.ts";
import { europeanSchemes } from "./national-ids/european-schemes.ts";
import type { NationalScheme } from "./national-ids/national-scheme.ts";
import { otherSchemes } from "./national-ids/other-schemes.ts";

export const piiNationalId = defineCheck({
  ...personalData,
  name: "pii_national_id",
  version: 2,
  title: "National identity or tax number",
  description:
    "A person's identity, social security or tax number of one of 35 countries with a valid form and check digit. Plain digits count only if they are grouped as usual, alone, or preceded by a word for such a number; the same applies to numbers without a check digit.",
  severity: "critical",
  costClass: "medium",
  source: "national specifications; Presidio country recognizers",
  options: z.strictObject({
    countries: z.union([z.literal("all"), z.array(z.string().length(2)).min(1)]).default("all"),
    require_context: z.enum(["weak_only", "always", "never"]).default("weak_only"),
    targets: targetsOption,
  }),
  evaluate: (subject, { countries, require_context: requires, targets }) => {
    const chosen = compiled.filter(({ country }) => countries === "all" || countries.includes(country));
    return findPersonalData(subject, "national number", {
      targets,
      marker: /^(?:national_id|tax_id|nif|nino|cpf|personnummer|aadhaar|nric|bsn|pesel|sin|tfn)/,
      find: (text) => nationalIdsIn(text, chosen, requires),
    });
  },
});

/** Returns the national numbers of all countries, with the check's default options. */
export const anyNationalIdIn = (text: PreparedText): readonly Found[] => nationalIdsIn(text, compiled, "weak_only");

interface Compiled extends NationalScheme {
  readonly candidate: RegExp;
  readonly word: RegExp;
}

const compiled: readonly Compiled[] = [...europeanSchemes, ...otherSchemes].map((scheme) => ({
  ...scheme,
  candidate: new RegExp(
    `(?<![\\p{L}\\p{N}]|[\\d.,]\\s?[-./]?|[-/])(?:${scheme.pattern})(?![\\p{L}\\p{N}]|[-/.,]?\\d|-\\p{L})`,
    "giu",
  ),
  // Scripts without spaces have no word boundaries.
  word: new RegExp(
    `(?<!\\p{Script=Latin})(?:${scheme.words.replaceAll("\\w*", "[\\p{L}\\p{M}]*")})(?!\\p{Script=Latin})`,
    "iu",
  ),
}));

function nationalIdsIn(
  { text }: PreparedText,
  schemes: readonly Compiled[],
  requires: "weak_only" | "always" | "never",
): readonly Found[] {
  // Every scheme has at least six digits, four of them close together.
  if (!/\d{2}[ .-]?\d{2}/.test(text)) return [];
  const found = new Map<number, Found>();
  for (const { candidate, isValid, form, word } of schemes) {
    let seen = 0;
    for (const match of text.matchAll(candidate)) {
      if (++seen > 500) break;
      const [value] = match;
      const { index } = match;
      if (
        found.has(index) ||
        (form !== "telling" && /^(\d)\1*$/.test(value.replace(/\D/g, ""))) ||
        !isValid(value.replace(/[\s.:\-/+]/g, "").toUpperCase())
      )
        continue;
      const named = () => word.test(text.slice(Math.max(0, index - 50), index + value.length + 50));
      const speaks = form === "telling" || (form === "plain" && (/\d[ .+-]\d/.test(value) || isAlone(text, value)));
      if (requires === "never" || (speaks && requires === "weak_only") || named())
        found.set(index, { start: index, end: index + value.length, value });
    }
  }
  return [...found.values()];
}

/** Returns whether the text is little more than the number: a field's value rather than prose. */
const isAlone = (text: string, value: string) => text.trim().length <= value.length + 12;
