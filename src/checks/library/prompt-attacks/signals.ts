import { distance } from "fastest-levenshtein";
import type { Evidence, PreparedText } from "../../../datapoints/index.ts";
import { fold } from "../../../platform/text/fold.ts";
import {
  aboutPrompts,
  extractionPhrases,
  overrideByLanguage,
  overridePhrases,
  personaSigns,
  poses,
} from "./phrases.ts";

export interface Signal {
  readonly text: string;
  readonly index: number;
}

/** Returns the range of a phrase in a text, if it occurs there unchanged. */
export function evidenceOf(text: PreparedText, phrase: string): readonly Evidence[] {
  const start = text.lower.indexOf(phrase);
  return start === -1 ? [] : [text.foldedEvidence(start, start + phrase.length)];
}

/**
 * Normalizes a text for the phrases: folded, lower case, look-alikes as Latin, straight apostrophes, single
 * spaces.
 */
export function attackForm(text: string): string {
  const lower = fold(text)
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\S\n]+/g, " ");
  return mixesScripts.test(lower) ? lower.replace(lookAlike, (each) => lookAlikes.get(each) ?? each) : lower;
}

/** Returns the text without spacing, dots or digits in place of letters. */
export function disguisedForms(form: string): readonly string[] {
  const forms: string[] = [];
  if (/(?:\b\w[ .\-_*|]){8}/.test(form))
    forms.push(form.replace(/(?<=\b\w)[ .\-_*|](?=\w\b)/g, "").replace(/ {2,}/g, " "));
  if (/[a-z][.\-_*|][a-z][.\-_*|][a-z]/.test(form)) forms.push(form.replace(/(?<=[a-z])[.\-_*|](?=[a-z])/g, ""));
  if (/[a-z][0134578@$][a-z]/.test(form)) forms.push(form.replace(/[0134578@$!]/g, (each) => leet[each] ?? each));
  if (/(?:snoitcurtsni|metsys|suoiverp)/.test(form)) {
    const reversed = Array.from(form).toReversed().join("");
    forms.push(reversed, reversed.split(" ").toReversed().join(" "));
  }
  if (/[a-z\u00c0-\u024f]\p{M}/u.test(form)) forms.push(form.normalize("NFD").replace(/\p{M}/gu, ""));
  if (/(?:\[\w\]\s?){6}/.test(form)) forms.push(form.replace(/\[(\w)\]/g, "$1"));
  if (/[a-z]<\/?[a-z]{1,6}>[a-z]/.test(form)) forms.push(form.replace(/<\/?[a-z]{1,6}>/g, ""));
  if (/[a-z][!?.…*]{2,} [a-z]/.test(form)) forms.push(form.replace(/[!?.…*]{2,}/g, ""));
  if (/(?:(?:^|\n)[^\n]{1,14}){4}/.test(form)) forms.push(...linesJoined(form));
  if (/[ǝɹʇɥʌʍʎɯ].{0,20}[ǝɹʇɥʌʍʎɯ]/u.test(form)) forms.push(turned(form));
  const corrected = misspelt(form);
  if (corrected !== form) forms.push(corrected);
  return forms;
}

export const overrideIn = (form: string): Signal | undefined => overridesIn(form).next().value;

/**
 * Yields phrases that override instructions, one per matching pattern, in every language or the given ones
 * (ISO 639-1).
 */
export function* overridesIn(form: string, languages: "all" | readonly string[] = "all"): Generator<Signal, undefined> {
  if (languages === "all" || languages.includes("en")) {
    yield* all(overridePhrases, form);
    yield* all(poses, form);
  }
  if (ascii.test(form) && !latinVerbs.test(form)) return;
  for (const [codes, pattern] of overrideByLanguage)
    if (languages === "all" || codes.split(" ").some((code) => languages.includes(code))) yield* all([pattern], form);
}

export const extractionIn = (form: string): Signal | undefined => extractionsIn(form).next().value;

/** Yields phrases that request the prompt, one per matching pattern. */
export function* extractionsIn(form: string): Generator<Signal, undefined> {
  for (const signal of all(extractionPhrases, form)) {
    if (aboutPrompts.test(form)) return;
    yield signal;
  }
}

export function personaScore(form: string): { readonly score: number; readonly signal?: Signal } {
  let score = 0;
  let heaviest: (Signal & { weight: number }) | undefined;
  const text = form.replaceAll("\n", " ");
  for (const [weight, pattern] of personaSigns) {
    const match = pattern.exec(text);
    if (!match) continue;
    score += weight;
    if (!heaviest || weight > heaviest.weight) heaviest = { weight, text: match[0], index: match.index };
  }
  return heaviest ? { score, signal: heaviest } : { score };
}

export const controlTokens =
  /<\|(?:im_start|im_end|im_sep|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|system|user|assistant|end|channel)\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|(?:^|\n)[^\S\n]*#{2,6} ?(?:system|instruction|new instruction|assistant|end of instruction)s?\b|(?:^|\n)(?:SYSTEM|ADMIN|ROOT|DEVELOPER) ?(?:PROMPT|MESSAGE|NOTE|OVERRIDE)?: .*(?:\b(?:you|disable|ignore|administrator|filters?|rules?|grant|reveal|must)\b)|<\/?(?:system|user_input|instructions?|admin|assistant|system_prompt|untrusted|document)>|<(?:system|admin)(?: mode)?\b[^>]{0,20}>|\[(?:system|admin)(?: (?:message|note|prompt|override))?\]/i;

function* all(patterns: readonly RegExp[], form: string): Generator<Signal, undefined> {
  for (const pattern of patterns) {
    const match = pattern.exec(form);
    if (match) yield { text: match[0], index: match.index };
  }
}

const ascii = /^[\n -~]*$/;

const latinVerbs =
  /ignor|zanemari|zaboravi|prezri|eira|unusta|ahaztu|ez ikusi|neamhaird|injoro|harro|negeer|vergeet|abaikan|lupakan|puuza|sahau|huwag|kalimutan|zapomnij|vergiss|missacht|unohda|ohita|esque|olvid|oubli|dimentic|glem|bortse|talimat|kural/;

const mixesScripts = /[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z]|[ᴀ-ᴢɪɢɴʀʟʏꜱ]{3}|[\u{1f1e6}-\u{1f1ff}]{5}/u;

const lookAlikes = new Map(
  Object.entries({
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    у: "y",
    х: "x",
    і: "i",
    ѕ: "s",
    ԁ: "d",
    ɡ: "g",
    ո: "n",
    һ: "h",
    ј: "j",
    к: "k",
    м: "m",
    т: "t",
    в: "b",
    н: "h",
    α: "a",
    ε: "e",
    ο: "o",
    ρ: "p",
    ι: "i",
    ν: "v",
    τ: "t",
    υ: "u",
    κ: "k",
    ...pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    ...pairs("🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿", "abcdefghijklmnopqrstuvwxyz"),
  }),
);

const upsideDown = new Map(Object.entries(pairs("ɐqɔpǝɟƃɥᴉıɾʞןɯuodbɹsʇnʌʍxʎz˙", "abcdefghiijklmnopqrstuvwxyz.")));

function pairs(from: string, to: string): Record<string, string> {
  const plain = Array.from(to);
  return Object.fromEntries(Array.from(from, (sign, at) => [sign, plain[at] ?? sign]));
}

function turned(form: string): string {
  return Array.from(form, (sign) => upsideDown.get(sign) ?? sign)
    .toReversed()
    .join("");
}

/** Joins words or letters that were put on separate lines. */
function linesJoined(form: string): readonly string[] {
  return [form.replaceAll("\n", " "), form.replace(/\n(?=\S(?:\n|$))/g, "").replaceAll("\n", " ")];
}

/** Restores words of attacks that have a letter or two dropped, doubled or swapped. */
function misspelt(form: string): string {
  return form.replace(/\b[a-z]{5,13}\b/g, (word) => {
    const meant = needed.find(
      (each) => each[0] === word[0] && Math.abs(each.length - word.length) <= 2 && isMisspeltFor(word, each),
    );
    return meant ?? word;
  });
}

const needed = ["ignore", "disregard", "previous", "instructions", "system", "prompt"];

const isMisspeltFor = (word: string, meant: string) =>
  !word.startsWith(meant.replace(/s$/, "")) && distance(word, meant) <= (meant.length > 6 ? 3 : 2);

const lookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}]`, "gu");

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
