import { replaceQuotations } from "../../../platform/text/quotations.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { languageOfOutput } from "./reading-language.ts";
import { wordingRule } from "./shared-properties.ts";
import { wordPattern } from "./word-pattern.ts";

export const firstPersonPluralUsed = defineCheck({
  ...wordingRule,
  name: "first_person_plural_used",
  title: "Company voice “we”",
  description:
    "The answer uses “I” at most `max_singular` times outside quotation marks and, with `require_we`, uses “we” or “our” at least once; in six languages.",
  source: "rules of brand voice",
  options: z.strictObject({ max_singular: z.int().nonnegative().default(0), require_we: z.boolean().default(false) }),
  evaluate: (subject, { max_singular: most, require_we: requires }) => {
    const output = subject.text("output");
    const unquoted = replaceQuotations(output.prose, quotations, () => " ");
    const voice = voices.get(subject.once(languageOfOutput) ?? "");
    if (!voice) return skipped("there is no rule for the answer's language");
    const [singular, plural] = [unquoted.match(voice.singular) ?? [], unquoted.match(voice.plural) ?? []];
    if (singular.length > most) return property(false, `“${singular[0]}” occurs ${singular.length} times`);
    const missing = requires && plural.length === 0;
    return property(!missing, missing ? "the answer does not use “we”" : "the voice is the company's");
  },
});

const quotations = ['""', "“”", "„“", "«»"].map(([open = "", close = ""]) => [open, close, 0, Infinity] as const);

const voices: ReadonlyMap<string, { readonly singular: RegExp; readonly plural: RegExp }> = new Map([
  [
    "en",
    { singular: wordPattern("I|I'm|I've|I'll|I'd|me|my|mine|myself", "gu"), plural: wordPattern("we|our|ours|us") },
  ],
  ["de", { singular: wordPattern("ich|mich|mir|meine?[mnrs]?"), plural: wordPattern("wir|uns|unsere?[mnrs]?") }],
  ["fr", { singular: wordPattern("je|moi|mon|ma|mes|j(?=['’])"), plural: wordPattern("nous|notre|nos") }],
  ["es", { singular: wordPattern("yo|mí|mi|mis"), plural: wordPattern("nosotr[oa]s|nuestr[oa]s?|nos") }],
  ["it", { singular: wordPattern("io|mio|mia|miei|mie"), plural: wordPattern("noi|nostr[oaie]|ci") }],
  ["nl", { singular: wordPattern("ik|mij|mijn"), plural: wordPattern("wij|we|ons|onze") }],
]);
