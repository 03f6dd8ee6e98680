import { distance } from "fastest-levenshtein";
import type { Evidence, PreparedText } from "../../../datapoints/index.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { policy } from "./shared-properties.ts";

export const competitorMention = defineCheck({
  ...policy,
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
