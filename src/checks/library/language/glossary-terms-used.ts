import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { translation } from "./shared-properties.ts";
import { sourceOf } from "./translation-source.ts";

export const glossaryTermsUsed = defineCheck({
  ...translation,
  name: "glossary_terms_used",
  title: "Glossary respected",
  description:
    "Share of the glossary's terms in the user's text whose translation occurs in the answer (by default with any ending), without any of the forbidden ones. A term's entry is its translation, or `{use, avoid}` with lists.",
  needs: ["config"],
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "MQM terminology",
  options: z.strictObject({
    glossary: z
      .record(
        z.string().min(1).max(200),
        z.union([
          z.string().min(1),
          z.strictObject({ use: z.array(z.string().min(1)).min(1), avoid: z.array(z.string().min(1)).default([]) }),
        ]),
      )
      .default({}),
    stem: z.boolean().default(true),
  }),
  evaluate: (subject, { glossary, stem }) => {
    const [source, output] = [sourceOf(subject).toLowerCase(), subject.text("output").lower];
    const terms = Object.entries(glossary).flatMap(([term, entry]) => {
      if (!holds(source, term, stem)) return [];
      return [{ term, ...(typeof entry === "string" ? { use: [entry], avoid: [] } : entry) }];
    });
    if (terms.length === 0) return skipped("the source holds no term of the glossary");
    const wrong = terms.filter(
      ({ use, avoid }) =>
        !use.some((each) => holds(output, each, stem)) || avoid.some((each) => holds(output, each, false)),
    );
    const outcome = within(
      1 - wrong.length / terms.length,
      { min: 1 },
      "share of terms translated according to the glossary",
    );
    return outcome.kind === "failed"
      ? {
          ...outcome,
          explanation: `not according to the glossary: ${wrong
            .map(({ term }) => term)
            .slice(0, 10)
            .join(", ")}`,
        }
      : outcome;
  },
});

/** Returns whether a text contains a term at the start of a word; its ending may differ from the glossary's. */
function holds(text: string, term: string, anyEnding: boolean): boolean {
  const sought = term.normalize("NFKC").toLowerCase();
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (
    let at = text.indexOf(sought), attempts = 0;
    at !== -1 && attempts < 100;
    at = text.indexOf(sought, at + 1), attempts++
  ) {
    if (
      isLetter(text[at - 1]) &&
      !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(sought)
    )
      continue;
    if (anyEnding || !isLetter(text[at + sought.length])) return true;
  }
  return false;
}
