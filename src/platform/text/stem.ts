/**
 * Returns the stem of an English word in lower case (Porter 1980, with the departures of the author's own program).
 * Words with other letters are returned as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let text = word.replace(/^y/, "Y");
  text = stepOne(text);
  text = replaced(text, stepTwo, 0);
  text = replaced(text, stepThree, 0);
  text = stepFour(text);
  text = stepFive(text);
  return text.toLowerCase();
}

const consonant = "[^aeiou]";
const vowel = "[aeiouy]";
const consonants = `${consonant}[^aeiouy]*`;
const vowels = `${vowel}[aeiou]*`;
const measure = (text: string) => text.match(new RegExp(`${vowels}${consonants}`, "g"))?.length ?? 0;
const measureOf = (text: string) => measure(text.replace(new RegExp(`^${consonants}`), ""));
const hasVowel = (text: string) => new RegExp(`^(?:${consonants})?${vowel}`).test(text);
const endsShort = (text: string) => new RegExp(`^${consonants}${vowel}[^aeiouwxy]$`).test(text);

function stepOne(word: string): string {
  let text = word.replace(/sses$/, "ss").replace(/ies$/, "i");
  if (!text.endsWith("ss")) text = text.replace(/([^s])s$/, "$1");
  const [, beforeEed] = /^(.+?)eed$/.exec(text) ?? [];
  const [, before] = /^(.+?)(?:ed|ing)$/.exec(text) ?? [];
  if (beforeEed !== undefined) {
    if (measureOf(beforeEed) > 0) text = text.slice(0, -1);
  } else if (before !== undefined && hasVowel(before)) {
    text = before;
    if (/(?:at|bl|iz)$/.test(text)) text += "e";
    else if (/([^aeiouylsz])\1$/.test(text)) text = text.slice(0, -1);
    else if (endsShort(text)) text += "e";
  }
  const [, beforeY] = /^(.+?)y$/.exec(text) ?? [];
  return beforeY !== undefined && hasVowel(beforeY) ? `${beforeY}i` : text;
}

type Suffixes = readonly (readonly [string, string])[];

const stepTwo: Suffixes = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
];
const stepThree: Suffixes = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

function replaced(text: string, suffixes: Suffixes, least: number): string {
  const found = suffixes
    .filter(([suffix]) => text.endsWith(suffix) && text.length > suffix.length)
    .sort(([one], [other]) => other.length - one.length)[0];
  if (!found) return text;
  const before = text.slice(0, -found[0].length);
  return measureOf(before) > least ? before + found[1] : text;
}

function stepFour(text: string): string {
  const match = /^(.+?)(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/.exec(text);
  if (match) return measureOf(match[1] ?? "") > 1 ? (match[1] ?? text) : text;
  const ion = /^(.+?[st])ion$/.exec(text)?.[1];
  return ion !== undefined && measureOf(ion) > 1 ? ion : text;
}

function stepFive(word: string): string {
  let text = word;
  const before = /^(.+?)e$/.exec(text)?.[1];
  if (before !== undefined && (measureOf(before) > 1 || (measureOf(before) === 1 && !endsShort(before)))) text = before;
  return text.endsWith("ll") && measureOf(text) > 1 ? text.slice(0, -1) : text;
}
