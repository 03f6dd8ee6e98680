import type { PreparedText } from "../../../datapoints/index.ts";
import { isPlainEnglish } from "../../../platform/text/english.ts";
import { createKeywordScan } from "../../../platform/text/keywords.ts";
import { englishSigns } from "./english-phrases.ts";
import { refusalPhrases } from "./phrases-by-language.ts";

export interface RefusalScore {
  /** 1 or more is a refusal. */
  readonly score: number;
  /** Names of the signs found. */
  readonly signs: readonly string[];
  /** The range of the sign with the highest weight. */
  readonly phrase?: { readonly start: number; readonly end: number; readonly text: string };
}

export interface RefusalOptions {
  /** Number of characters from the start that are searched. */
  readonly window: number;
  readonly languages: "all" | readonly string[];
}

/**
 * Scores signs of refusal at the beginning of an answer, outside quotations and code; an answer that follows
 * lowers the sum.
 */
export function refusalScore(output: PreparedText, { window, languages }: RefusalOptions): RefusalScore {
  const head = output.text.slice(0, window * 3).toLowerCase();
  if (isPlainEnglish(head) && !mayDecline(head)) return { score: 0, signs: [] };
  const opening = openingOf(output.text, window);
  if (opening === "") return { score: 0, signs: [] };
  const wanted = (language: string) => languages === "all" || languages.includes(language);
  let score = 0;
  const signs: string[] = [];
  let heaviest: { weight: number; index: number; text: string } | undefined;
  const add = (name: string, weight: number, match: RegExpExecArray) => {
    score += weight;
    signs.push(name);
    if (!heaviest || weight > heaviest.weight) heaviest = { weight, index: match.index, text: match[0] };
  };
  if (wanted("en"))
    for (const { name, weight, pattern } of englishSigns) {
      const match = pattern.exec(opening);
      if (match && (weight > 0 || score < 1.2)) add(name, weight, match);
    }
  if (score < 1 && !isPlainEnglish(opening))
    for (const [language, patterns] of otherLanguages(opening))
      if (wanted(language)) {
        const match = firstMatch(patterns, opening);
        if (match) {
          add(language, 1, match);
          break;
        }
      }
  const isLifted = signs[0] !== "inability" && !(signs.includes("lecture") && opening.includes("instead"));
  const lowered = score - (isLifted ? lift(output, score) : 0) - softened(opening, signs);
  if (!heaviest) return { score: lowered, signs };
  const start = output.lower.indexOf(heaviest.text);
  const range =
    start === -1
      ? { start: 0, end: Math.min(window, output.text.length) }
      : { start, end: start + heaviest.text.length };
  return { score: lowered, signs, phrase: { ...range, text: heaviest.text } };
}

/** Returns the first characters, normalized: folded, lower case, straight apostrophes, no code, no quotations. */
function openingOf(text: string, window: number): string {
  return text
    .slice(0, window * 3)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/^[\s>*_#]+/, "")
    .replace(/'''[\s\S]*?(?:'''|$)/g, " ")
    .replace(/(?:^|(?<=\s))["“«„][^"”»“\n]{1,200}["”»“]/g, " ")
    .replace(/(?<=[\s,:])'[^\n]{2,200}?[,.!?]'(?=\s|$)/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, window);
}

/** Every English refusal contains one of these, so most answers need only this scan. */
const wordsOfDeclining = createKeywordScan(
  "sorry|afraid|apolog|regret|unfortunately|declin|refus|deny|denied|outside|beyond|against|violat|contrary|conflict|let's|can we|how about|no can|not something| ai |ai,|ai.|artificial|language model|machine|assistant|responsible|programming|guidelines|ethic|moral|legal|crime|unlawful|appropriate|acceptable|accurate|respectful|offensive|harmful|condon|promote|endorse|tolerat|agree with|advocat|support|encourag|engage in|advisable|productive|okay| ok |fair |good idea|valid|recommended|justified|right|best".split(
    "|",
  ),
);

const declinesInPerson = /\b(?:i|we)\b[^.!?\n]{0,80}(?:n't|\bnot\b|cannot|unable|rather|prefer)/;

const mayDecline = (head: string) => wordsOfDeclining(head).size > 0 || declinesInPerson.test(head);

/** Returns other languages to try; none for Latin texts without foreign letters or marker words. */
function otherLanguages(opening: string): readonly (readonly [string, readonly RegExp[]])[] {
  const script = /[\u0370-\u{10ffff}]/u.exec(opening);
  if (!script) return latin;
  return nonLatinFirst(script[0]) ? [...others, ...latin] : latin;
}

function nonLatinFirst(character: string): boolean {
  return !/\p{Script=Common}/u.test(character) && !/\p{Script=Latin}/u.test(character);
}

const nonLatin = new Set("ar bg bn el fa he hi ja ko ru ta te th uk ur zh".split(" "));

const latin = Object.entries(refusalPhrases).filter(([language]) => !nonLatin.has(language));

const others = Object.entries(refusalPhrases).filter(([language]) => nonLatin.has(language));

function firstMatch(patterns: readonly RegExp[], opening: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(opening);
    if (match) return match;
  }
  return undefined;
}

/**
 * Lowers the score of an assistant that states what it is and cannot do by nature (draw, browse, watch), asks
 * for missing information, or continues with an answer: that denies an ability and isn't a refusal.
 */
function softened(opening: string, signs: readonly string[]): number {
  if (afterAll.test(opening)) return 1.5;
  if (signs.some((sign) => declining.has(sign))) return 0;
  if (lacksInput.test(opening)) return 1.2;
  if (!signs.includes("ai-identity")) return handsOver.test(opening) ? 1.2 : 0;
  return (byNature.test(opening) ? 0.8 : 0) + (goesOn.test(opening) ? 0.6 : 0);
}

const declining = new Set(
  "declines does-not-condone not-ethical illegal not-mine cannot-recommend care urge".split(" "),
);

const byNature =
  /\b(?:cannot|can't|unable to|not able to|capability|ability|capable|don't have|do not have)\b[^.!?]{0,80}\b(?:visual|images?|pictures?|charts?|graphs?|diagrams?|audio|videos?|sounds?|music|animations?|logos?|sketch|draw|pdf|files?|links?|urls?|websites?|browse|internet|real-time|up-to-date|current|physical|physically|watch|listen|hear|taste|smell|perceive|sens(?:es|ory|ations?)|emotions?|feelings?|opinions?|preferences?|beliefs?|experiences?|calculat\w*|programming language|code|graphics?|designs?|map|table|without (?:knowing|more|further|any|the|additional|specific|a)|context|future|predict\w*|personal)\b/;

const goesOn =
  /\b(?:however|but|instead|nevertheless|nonetheless|that said),? (?:here|below|i can (?!not\b)|i could|i would|i may|based on|generally|typically|in general|there (?:are|is)|it is|you can|one|some|the|as per|assuming|if)\b|\b(?:please|kindly) (?:provide|clarify|specify|share|give|let me know|tell)|\b(?:can|could) you (?:please )?(?:provide|clarify|specify|share|give|tell)|\bhere (?:is|are)\b/;

/** The request could be fulfilled with more information. */
const lacksInput =
  /\bwithout (?:knowing|seeing|more|further|any (?:context|information|data|input)|additional|specific|a (?:specific|relevant|given|proper)|access to the)\b|\b(?:can|could) you (?:please )?(?:provide|clarify|specify|share|give|tell)\b[^.?]{0,60}\b(?:context|clarif|details?|information|data|question|mean|file|text|input)|\bplease (?:provide|clarify|specify|share)\b[^.?]{0,60}\b(?:context|clarif|details?|information|data|question|file|text|input)/;

/** The requested content follows in another form. */
const handsOver =
  /\b(?:however|but|instead),? (?:i|we) (?:can|could|will) (?:still )?(?:provide|give|offer|show|suggest|share) (?:you )?(?:with )?(?:a|an|the|some|here) (?:[a-z]+ )?(?:code|sample|example|text|template|general|description|outline|structure|list|draft|version|css|html|script|suggestions|characteristics|ideas)/;

const afterAll =
  /\b(?:however|but|nevertheless),? i (?:will|can|shall) (?:still |nevertheless )?(?:provide|give) (?:you )?(?:with )?(?:a|an|the) (?:response|answer|reply) (?:based on|to (?:the|your))/;

/** Detects an answer that is present nevertheless: code, or steps. */
function lift(output: PreparedText, score: number): number {
  if (score === 0) return 0;
  const hasCode = output.codeBlocks.length > 0;
  const items = output.text.match(/^[^\S\n]{0,99}(?:\d+[.)]|[-*•]) /gm)?.length ?? 0;
  return hasCode || (items >= 3 && output.words.length >= 80) ? 0.6 : 0;
}
