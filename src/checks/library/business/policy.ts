import { distance } from "fastest-levenshtein";
import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, usually } from "../../check.ts";
import { UserPattern } from "../../check-options.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Business policy", severity: "major" } as const;

export const competitorMention = defineCheck({
  ...common,
  name: "competitor_mention",
  title: "Competitor mentioned",
  description:
    "The answer names a competitor from the list, as whole words; optionally also misspelled by one letter, and not where the user named it first.",
  output: passesWhenFalse,
  source: "LLM Guard BanCompetitors; promptfoo competitors",
  options: z.strictObject({
    names: z.array(z.string().min(2)).max(500).default([]),
    fuzzy: z.boolean().default(false),
    allow_if_in_input: z.boolean().default(false),
  }),
  evaluate: (subject, { names, fuzzy, allow_if_in_input: allows }) => {
    if (names.length === 0) return skipped("no names are configured");
    const [output, input] = [subject.text("output"), subject.text("input")];
    const found = names
      .filter((name) => !allows || namesIn(input, name, fuzzy).length === 0)
      .flatMap((name) => namesIn(output, name, fuzzy).map((evidence) => ({ name, evidence })));
    return defect(
      found.length > 0,
      found.length === 0 ? "no competitor is named" : `names ${[...new Set(found.map(({ name }) => name))].join(", ")}`,
      found.slice(0, 10).map(({ evidence }) => evidence),
    );
  },
});

export const requiredDisclaimerPresent = defineCheck({
  ...common,
  name: "required_disclaimer_present",
  title: "Required disclaimer present",
  description:
    "Where the trigger matches the user's message or the answer, the answer contains one of the disclaimers, exactly or in a nearly identical sentence. Without a trigger a disclaimer is always required.",
  targets: ["input", "output"],
  needs: ["config"],
  output: passesWhenTrue,
  source: "financial and medical compliance",
  options: z.strictObject({
    trigger: UserPattern.optional(),
    texts: z.array(z.string().min(3).max(2000)).max(20).default([]),
    similarity: z.number().min(0).max(1).default(0.85),
  }),
  evaluate: (subject, { trigger, texts, similarity }) => {
    if (texts.length === 0) return skipped("no disclaimer is configured");
    const [output, input] = [subject.text("output"), subject.text("input")];
    if (trigger !== undefined) {
      const pattern = linearPattern(trigger, "i");
      if (!pattern.find(input.text) && !pattern.find(output.text))
        return skipped("nothing that needs the disclaimer is spoken of");
    }
    const shown = plainText(output.text);
    const sentences = output.sentences.map(plainText);
    const holds = texts.map(plainText).some((text) => shown.includes(text) || closest(sentences, text) >= similarity);
    return property(holds, holds ? "the disclaimer is there" : "the disclaimer is missing");
  },
});

/** Returns the ranges of a name as whole words; with `fuzzy`, words of six or more letters may differ in one. */
function namesIn(text: PreparedText, name: string, fuzzy: boolean): readonly Evidence[] {
  const sought = name.normalize("NFKC").toLowerCase();
  const ranges: Evidence[] = [];
  for (let at = text.lower.indexOf(sought); at !== -1 && ranges.length < 20; at = text.lower.indexOf(sought, at + 1))
    if (!isLetter(text.lower[at - 1]) && !isLetter(text.lower[at + sought.length]))
      ranges.push(text.foldedEvidence(at, at + sought.length));
  if (ranges.length > 0 || !fuzzy || sought.length < 6 || sought.includes(" ")) return ranges;
  for (const match of text.lower.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [word] = match;
    if (Math.abs(word.length - sought.length) <= 1 && distance(word, sought) === 1)
      ranges.push(text.foldedEvidence(match.index, match.index + word.length));
  }
  return ranges;
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Returns the edit similarity of the most similar sentence or pair of adjacent sentences. */
function closest(sentences: readonly string[], text: string): number {
  const candidates = sentences.flatMap((sentence, at) => [sentence, `${sentence} ${sentences[at + 1] ?? ""}`.trim()]);
  let best = 0;
  for (const candidate of candidates) {
    const longer = Math.max(candidate.length, text.length);
    if (longer === 0 || Math.min(candidate.length, text.length) / longer < best) continue;
    best = Math.max(best, 1 - distance(candidate, text) / longer);
  }
  return best;
}
