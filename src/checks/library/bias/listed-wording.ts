import { type PreparedText, phrasePattern } from "../../../datapoints/index.ts";
import { replaceQuotations } from "../../../platform/text/quotations.ts";
import { type CodeCheck, defect, defineCheck, z } from "../definition.ts";
import { wording } from "./shared-properties.ts";
import { exclusionaryTerms, genderedTerms } from "./terms.ts";

const allow = z.array(z.string().min(1)).max(500).default([]);

/** Lists of wordings with their replacements. */
const lists = [
  {
    name: "gendered_language",
    title: "Gendered wording",
    description:
      "The answer names jobs and groups by one gender (“chairman”, “manpower”, “die Studenten”, “hommes d'affaires”); a neutral form is suggested. Names and quotations do not count.",
    source: "APA style; EU guidelines of gender-neutral language",
    terms: genderedTerms,
  },
  {
    name: "exclusionary_terms",
    title: "Exclusionary technical terms",
    description:
      "The answer uses terms such as “blacklist”, “master/slave”, “sanity check”, “dummy”, “crippled”, outside code and where the user did not use them first; another one is suggested.",
    source: "inclusive naming initiative; alex",
    terms: exclusionaryTerms,
  },
] as const;

export const listedWordingChecks: readonly CodeCheck[] = lists.map(({ terms, ...definition }) => {
  const patterns = terms.map(([wording, instead]) => ({ pattern: phrasePattern([wording]), instead }));
  const any = phrasePattern(terms.map(([wording]) => wording));
  return defineCheck({
    ...wording,
    ...definition,
    options: z.strictObject({ allow }),
    evaluate: (subject, { allow }) => {
      const output = subject.text("output");
      const text = unquoted(output);
      if (!any.test(text)) return defect(false, "no such word");
      const own = subject.text("input").phrased;
      const found = patterns.flatMap(({ pattern, instead }) => {
        const match = pattern.exec(text);
        return match && !allow.some((each) => each.toLowerCase() === match[0]) && !own.includes(match[0])
          ? [{ match, instead }]
          : [];
      });
      return defect(
        found.length > 0,
        found.length === 0
          ? "no such word"
          : found
              .slice(0, 5)
              .map(({ match, instead }) => `“${match[0]}” → ${instead}`)
              .join("; "),
        found.slice(0, 10).map(({ match }) => output.foldedEvidence(match.index, match.index + match[0].length)),
      );
    },
  });
});

/** Returns the text in lower case with quotations and code blanked, so that positions stay valid. */
function unquoted(output: PreparedText): string {
  const blank = (text: string) => " ".repeat(text.length);
  return replaceQuotations(output.lower.replace(/```[^]*?(?:```|$)/g, blank), quotations, blank);
}

const quotations = [
  ["`", "`", 1, 300],
  ['"', '"', 1, 500],
  ["“", "”", 1, 500],
  ["„", "“", 1, 500],
  ["«", "»", 1, 500],
] as const;
