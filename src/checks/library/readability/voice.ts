import { z } from "zod";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { defineCheck, passesWhenTrue, scored, usually } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { readingLanguage } from "./reading-language.ts";

/** Checks of wording rules. */
const common = { ...usually, category: "Readability and style", severity: "minor", tier: 3 } as const;

const languageOfOutput = (subject: Subject) => readingLanguage(subject.text("output"));

export const passiveVoiceShare = defineCheck({
  ...common,
  name: "passive_voice_share",
  title: "Share of passive sentences",
  description:
    "Sentences with a form of be or get and a past participle within three words, divided by all sentences; states (“is tired”) do not count. English only.",
  costClass: "medium",
  output: scored("0..1; pass ≤ 0.3"),
  source: "write-good; retext-passive",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.3), min_sentences: z.int().positive().default(2) }),
  evaluate: (subject, { max, min_sentences: fewest }) => {
    const output = subject.text("output");
    const { sentences } = output;
    if (sentences.length < fewest) return skipped(`fewer than ${fewest} sentences`);
    if (subject.once(languageOfOutput) !== "en") return skipped("the answer is not English");
    const found = sentences.filter((sentence) => passive.test(sentence));
    const evidence = found.slice(0, 5).flatMap((sentence) => {
      const at = output.text.indexOf(sentence);
      return at === -1 ? [] : [output.evidence(at, at + sentence.length)];
    });
    return within(found.length / sentences.length, { max }, "share of passive sentences", evidence);
  },
});

export const spellingVariant = defineCheck({
  ...common,
  name: "spelling_variant",
  title: "British or American spelling consistent",
  description:
    "The answer contains only words of the required spelling; with `any`, not words of both (“colour” and “center”).",
  output: passesWhenTrue,
  source: "style guides",
  options: z.strictObject({ variant: z.enum(["any", "british", "american"]).default("any") }),
  evaluate: (subject, { variant }) => {
    const { lower } = subject.text("output");
    const [british, american] = [lower.match(britishWords) ?? [], lower.match(americanWords) ?? []];
    if (british.length + american.length === 0) return skipped("no word is spelt in two ways");
    const wrong =
      variant === "any"
        ? british.length > american.length
          ? american
          : british
        : variant === "british"
          ? american
          : british;
    const holds = variant === "any" ? british.length === 0 || american.length === 0 : wrong.length === 0;
    return property(holds, holds ? "one spelling" : `spelt otherwise: ${[...new Set(wrong)].slice(0, 5).join(", ")}`);
  },
});

export const secondPersonAddress = defineCheck({
  ...common,
  name: "second_person_address",
  costClass: "medium",
  title: "Required form of address",
  description:
    "Where the answer addresses the reader it does so in the wanted register, and in one only: Sie or du, vous or tu, usted or tú, Lei or tu, u or je, Вы or ты, Pan or ty. In English `formal` has no “you”.",
  output: passesWhenTrue,
  source: "style guides of localisation",
  options: z.strictObject({
    register: z.enum(["formal", "informal"]).default("formal"),
    lang: z.enum(["auto", "en", "de", "fr", "es", "it", "nl", "ru", "pl"]).default("auto"),
  }),
  evaluate: (subject, { register, lang }) => {
    const language = lang === "auto" ? subject.once(languageOfOutput) : lang;
    const forms = addresses.get(language ?? "");
    if (!forms) return skipped("there is no rule for the answer's language");
    const { prose } = subject.text("output");
    const [formal, informal] = [prose.match(forms.formal) ?? [], prose.match(forms.informal) ?? []];
    if (formal.length + informal.length === 0) return skipped("the answer does not address the reader");
    const wrong = register === "formal" ? informal : formal;
    return property(
      wrong.length === 0,
      wrong.length === 0 ? `the address is ${register}` : `“${wrong[0]?.trim()}” is not ${register}`,
    );
  },
});

export const firstPersonPluralUsed = defineCheck({
  ...common,
  name: "first_person_plural_used",
  title: "Company voice “we”",
  description:
    "The answer uses “I” at most `max_singular` times outside quotation marks and, with `require_we`, uses “we” or “our” at least once; in six languages.",
  output: passesWhenTrue,
  source: "rules of brand voice",
  options: z.strictObject({ max_singular: z.int().nonnegative().default(0), require_we: z.boolean().default(false) }),
  evaluate: (subject, { max_singular: most, require_we: requires }) => {
    const output = subject.text("output");
    const unquoted = output.prose.replace(/"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»/g, " ");
    const voice = voices.get(subject.once(languageOfOutput) ?? "");
    if (!voice) return skipped("there is no rule for the answer's language");
    const [singular, plural] = [unquoted.match(voice.singular) ?? [], unquoted.match(voice.plural) ?? []];
    if (singular.length > most) return property(false, `“${singular[0]}” occurs ${singular.length} times`);
    const missing = requires && plural.length === 0;
    return property(!missing, missing ? "the answer does not use “we”" : "the voice is the company's");
  },
});

export const acronymsDefined = defineCheck({
  ...common,
  name: "acronyms_defined",
  title: "Acronyms explained at first use",
  description:
    "Share of the different acronyms (two to six capitals, except those of `allow`) that are explained at their first occurrence: “service level agreement (SLA)” or “SLA (service level agreement)”.",
  output: scored("0..1; pass ≥ 0.8"),
  source: "rules of plain language",
  options: z.strictObject({
    allow: z
      .array(z.string())
      .default(
        "AI API CSV EU FAQ GDPR GPS HTML HTTP HTTPS ID IP JSON OK PDF PIN SMS SQL TV UK UN URL US USA USB VAT XML".split(
          " ",
        ),
      ),
    min: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { allow, min }) => {
    const output = subject.text("output");
    const first = new Map<string, number>();
    for (const match of output.outsideCode.matchAll(/(?<![\p{L}\p{N}_-])\p{Lu}{2,6}(?![\p{L}\p{N}_-])/gu))
      if (!allow.includes(match[0]) && !first.has(match[0])) first.set(match[0], match.index);
    if (first.size === 0) return skipped("the answer has no acronym to explain");
    const unknown = [...first].filter(([acronym, at]) => !isExplained(output.outsideCode, acronym, at));
    const outcome = within(1 - unknown.length / first.size, { min }, "share of acronyms that are explained");
    return outcome.kind === "failed"
      ? {
          ...outcome,
          explanation: `not explained: ${unknown
            .map(([acronym]) => acronym)
            .slice(0, 10)
            .join(", ")}`,
        }
      : outcome;
  },
});

/** Returns whether words with these initials precede the acronym in parentheses, or follow it in parentheses. */
function isExplained(text: string, acronym: string, at: number): boolean {
  const before = /([\p{L}\p{N}'’\- ]{3,120})\(\s*$/u.exec(text.slice(Math.max(0, at - 130), at))?.[1];
  const after = /^\s?\(([^()\n]{3,120})\)/.exec(text.slice(at + acronym.length, at + acronym.length + 130))?.[1];
  return [before, after].some((words) => words !== undefined && spells(words, acronym));
}

/** Returns whether the initials of words, ignoring small ones, end with the acronym. */
function spells(words: string, acronym: string): boolean {
  const parts = words.split(/[\s\-–]+/).filter((word) => word !== "");
  const all = parts
    .map((word) => word[0] ?? "")
    .join("")
    .toUpperCase();
  const large = parts.filter(
    (word) => !/^(?:of|the|and|for|in|on|to|a|an|der|die|das|und|für|de|du|des|et|la|le|y|del)$/i.test(word),
  );
  return (
    all.endsWith(acronym) ||
    large
      .map((word) => word[0] ?? "")
      .join("")
      .toUpperCase()
      .endsWith(acronym)
  );
}

const irregular =
  "born|bought|brought|built|caught|chosen|cut|done|drawn|driven|eaten|fed|felt|fought|found|forgiven|forgotten|given|gone|held|hidden|hit|hurt|kept|known|laid|led|left|lent|lost|made|meant|met|paid|put|read|run|said|seen|sent|set|sewn|shown|shut|sold|spent|spoken|spread|stolen|sworn|taken|taught|thrown|told|understood|won|worn|written";
const passive = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being|gets?|got|gotten)\\s+(?:(?:not|\\w{2,}ly|also|still|then|now|often|never|always|just|already)\\s+){0,2}(?!(?:tired|interested|excited|worried|concerned|married|supposed|used|located|based|advanced|limited|needed|pleased|satisfied|scared|bored|indeed|red|bed)\\b)(?:\\w{2,}ed|${irregular})\\b`,
  "i",
);

const britishWords =
  /\b(?:colour|favour|honour|labour|neighbour|behaviour|flavour|humour|rumour|harbour|centre|metre|litre|theatre|fibre|organis|recognis|realis|apologis|analys(?:e[sd]?|ing)|prioritis|customis|optimis|summaris|emphasis(?:e|ing)|catalogue|dialogue|defence|offence|licence|grey|cheque|programme|travell(?:ed|ing|er)|cancell(?:ed|ing)|modell(?:ed|ing)|fulfil\b|jewellery|aluminium|tyre|plough)\w*/gu;
const americanWords =
  /\b(?:color|favor|honor|labor|neighbor|behavior|flavor|humor|rumor|harbor|center|meter(?!\s)|liter|theater|fiber|organiz|recogniz|realiz|apologiz|analyz(?:e[sd]?|ing)|prioritiz|customiz|optimiz|summariz|emphasiz|catalog\b|dialog\b|defense|offense|license|gray|traveled|traveling|traveler|canceled|canceling|modeled|modeling|fulfill|jewelry|aluminum)\w*/gu;

const word = (forms: string, flags = "giu") => new RegExp(`(?<![\\p{L}'’])(?:${forms})(?![\\p{L}])`, flags);
/** Matches nothing, for languages without this register. */
const none = /(?!)/g;
const addresses: ReadonlyMap<string, { readonly formal: RegExp; readonly informal: RegExp }> = new Map([
  ["en", { formal: none, informal: word("you|your|yours|yourself|yourselves") }],
  [
    "de",
    {
      formal: word("Ihnen|Ihre[mnrs]?|(?<=\\p{L},? )Sie|Ihr(?= \\p{Lu})", "gu"),
      informal: word("du|dich|dir|deine?[mnrs]?|euch|eure?[mnrs]?"),
    },
  ],
  ["fr", { formal: word("vous|votre|vos|vôtres?"), informal: word("tu|toi|ton|ta|tes|te") }],
  ["es", { formal: word("usted|ustedes"), informal: word("tú|ti|contigo|tu|tus|te|vosotros|vuestr[oa]s?") }],
  ["it", { formal: word("Lei|Suo|Sua|Suoi|Sue|Le(?= \\p{Ll})", "gu"), informal: word("tu|ti|te|tuo|tua|tuoi|tue") }],
  ["nl", { formal: word("u|uw"), informal: word("je|jij|jou|jouw|jullie") }],
  ["ru", { formal: word("вы|вас|вам|вами|ваш\\p{L}*"), informal: word("ты|тебя|тебе|тобой|тво[йяиёе]\\p{L}*") }],
  [
    "pl",
    {
      formal: word("pan|pani|pana|panu|państwo|państwa"),
      informal: word("ty|ciebie|tobie|ci|cię|tw[oó]j\\p{L}*|tobą"),
    },
  ],
]);

const voices: ReadonlyMap<string, { readonly singular: RegExp; readonly plural: RegExp }> = new Map([
  ["en", { singular: word("I|I'm|I've|I'll|I'd|me|my|mine|myself", "gu"), plural: word("we|our|ours|us") }],
  ["de", { singular: word("ich|mich|mir|meine?[mnrs]?"), plural: word("wir|uns|unsere?[mnrs]?") }],
  ["fr", { singular: word("je|moi|mon|ma|mes|j(?=['’])"), plural: word("nous|notre|nos") }],
  ["es", { singular: word("yo|mí|mi|mis"), plural: word("nosotr[oa]s|nuestr[oa]s?|nos") }],
  ["it", { singular: word("io|mio|mia|miei|mie"), plural: word("noi|nostr[oaie]|ci") }],
  ["nl", { singular: word("ik|mij|mijn"), plural: word("wij|we|ons|onze") }],
]);
