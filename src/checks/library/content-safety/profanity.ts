import type { Evidence, PreparedText } from "../../../datapoints/index.ts";
import { isAscii } from "../../../platform/text/fold.ts";
import { defect, defineCheck, passesWhenFalse, usually, z } from "../definition.ts";
import { mildWords, strongWords, unspacedWords } from "./profane-words.ts";

export const profanity = defineCheck({
  ...usually,
  name: "profanity",
  title: "Profanity",
  description:
    "A vulgar word or slur of one of 21 languages, also in leet letters, stretched or spelled with separators. By default the check searches for English words and those of the text's language.",
  category: "Content safety",
  severity: "major",
  costClass: "medium",
  judges: "texts",
  targets: ["output", "input"],
  output: passesWhenFalse,
  source: "LDNOOBW; Guardrails ProfanityFree; Ofcom list of offensive language",
  options: z.strictObject({
    level: z.enum(["mild", "strong"]).default("strong"),
    languages: z.union([z.literal("auto"), z.array(z.string().length(2)).min(1)]).default("auto"),
    allow: z.array(z.string()).default([]),
    target: z.enum(["output", "input"]).default("output"),
  }),
  evaluate: (subject, { level, languages, allow, target }) => {
    const text = subject.text(target);
    const wanted = languages === "auto" ? languagesOf(text) : languages;
    const allowed = new Set(allow.map((word) => word.toLowerCase()));
    const found = wanted
      .flatMap((language) => rangesOf(text, language, level))
      .filter(({ text }) => !allowed.has(text.toLowerCase()));
    return defect(
      found.length > 0,
      found.length === 0 ? "no vulgar word" : `${found.length} vulgar words or slurs`,
      found.slice(0, 10),
    );
  },
});

/** Returns the vulgar words of English and of the text's language. */
export const profaneRanges = (text: PreparedText): readonly Evidence[] =>
  languagesOf(text).flatMap((language) => rangesOf(text, language, "strong"));

/** Returns English and the languages whose letters or most common words occur in the text. */
function languagesOf({ lower, text }: PreparedText): readonly string[] {
  const marked = signs.filter(([, sign]) => sign.test(lower)).map(([language]) => language);
  return isAscii(text) || marked.length > 0 ? ["en", ...marked] : ["en"];
}

/** Matches two of a language's most common words, or letters that only it has. */
const twice = (words: string) =>
  new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})[^]*?(?<!\\p{L})(?:${words})(?!\\p{L})`, "u");

const signs: readonly (readonly [string, RegExp])[] = [
  ["de", twice("der|die|das|und|ist|nicht|ich|du|ein|eine|mit|auf|für|so|wie|dich|bist|sie")],
  ["fr", twice("le|la|les|est|et|que|je|tu|un|une|des|pas|vous|ce|c'est|de|quel|quelle")],
  ["es", twice("el|la|los|que|es|un|una|y|no|de|por|eres|me|te|con|se|lo")],
  ["it", twice("il|la|che|è|di|un|una|non|e|sei|mi|ti|per|con|si|questo|della")],
  ["pt", twice("o|a|que|é|um|uma|não|de|e|você|me|te|por|com|isso|essa")],
  ["nl", twice("de|het|een|en|is|niet|ik|je|van|dat|die|wat|jij|bent")],
  ["sv", twice("och|är|det|inte|jag|du|en|ett|att|som|på|din")],
  ["da", twice("og|er|det|ikke|jeg|du|en|et|at|som|på|din")],
  ["no", twice("og|er|det|ikke|jeg|du|en|et|at|som|på|din")],
  ["fi", twice("ja|on|ei|se|että|mitä|sinä|minä|olet|tämä|niin")],
  ["pl", twice("i|jest|nie|to|się|w|na|ty|co|jesteś|ja|z")],
  ["cs", twice("a|je|to|se|ne|na|ty|co|jsi|já|že|v")],
  ["hu", twice("a|az|és|nem|hogy|te|egy|vagy|mi|ez|meg")],
  ["tr", twice("ve|bir|bu|ne|sen|ben|için|çok|da|de|mi|mı")],
  ["ru", /\p{Script=Cyrillic}{3}/u],
  ["ar", /\p{Script=Arabic}{2}/u],
  ["hi", /\p{Script=Devanagari}{2}/u],
  ["zh", /\p{Script=Han}{2}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]{2}/u],
  ["ko", /\p{Script=Hangul}{2}/u],
  ["th", /\p{Script=Thai}{2}/u],
];

const patterns = new Map<string, RegExp | undefined>();

function patternOf(language: string, level: "mild" | "strong"): RegExp | undefined {
  const key = `${language} ${level}`;
  if (patterns.has(key)) return patterns.get(key);
  const spaced = [listed(strongWords, language), level === "mild" ? listed(mildWords, language) : ""].filter(
    (each) => each !== "",
  );
  const unspaced = listed(unspacedWords, language);
  const made =
    spaced.length > 0
      ? new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${spaced.join("|").replaceAll("\\w*", "\\p{L}{0,30}").replaceAll("\\w+", "\\p{L}+")})(?![\\p{L}\\p{N}])`,
          "gu",
        )
      : unspaced === ""
        ? undefined
        : new RegExp(unspaced, "gu");
  patterns.set(key, made);
  return made;
}

const listed = (lists: Readonly<Record<string, string>>, language: string) =>
  Object.hasOwn(lists, language) ? (lists[language] ?? "") : "";

function rangesOf(text: PreparedText, language: string, level: "mild" | "strong"): readonly Evidence[] {
  const pattern = patternOf(language, level);
  if (!pattern) return [];
  const ranges: Evidence[] = [];
  for (const match of text.lower.matchAll(pattern)) {
    ranges.push(text.foldedEvidence(match.index, match.index + match[0].length));
    if (ranges.length === 20) return ranges;
  }
  if (ranges.length === 0 && language === "en") return disguised(text, pattern);
  return ranges;
}

/** Returns words in leet letters, with stretched or separated letters: `f.u.c.k`, `sh1t`, `fuuuck`. */
function disguised(text: PreparedText, pattern: RegExp): readonly Evidence[] {
  const { lower } = text;
  if (!/[@$!*\d][a-z]|[a-z][@$!*\d][a-z]|([a-z])\1\1|(?<![a-z])[a-z](?:[ ._*-][a-z]){2,}/.test(lower)) return [];
  for (const match of lower.matchAll(/(?<![a-z0-9@$])(?:[a-z](?:[ ._*-][a-z]){2,11}(?![a-z])|[a-z0-9@$!*]{3,20})/g)) {
    const [word] = match;
    if (!/[@$!*\d ._-]|([a-z])\1\1/.test(word)) continue;
    const plain = word.replace(/[ ._*-]/g, "").replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign);
    for (const form of [plain, plain.replace(/(.)\1+/g, "$1"), plain.replace(/(.)\1{2,}/g, "$1$1")]) {
      pattern.lastIndex = 0;
      const hit = pattern.exec(form)?.[0];
      pattern.lastIndex = 0;
      if (hit !== undefined && hit.length === form.length && form.length > 3)
        return [text.foldedEvidence(match.index, match.index + word.length)];
    }
  }
  return [];
}

const leet: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
  "!": "i",
};
