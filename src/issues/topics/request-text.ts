import type { Datapoint } from "../../datapoints/index.ts";
import { stopWords } from "../../platform/text/stop-words.ts";

const maxCharacters = 600;

/** Returns the beginning of what the user wrote last, or of the last text of the request; "" without one. */
export function requestText({ input }: Pick<Datapoint, "input">): string {
  const texts = input
    .filter(({ role }) => role !== "system")
    .map(({ role, parts }) => ({
      role,
      text: parts
        .flatMap((part) => (part.type === "text" ? [part.text] : []))
        .join(" ")
        .slice(0, 4 * maxCharacters)
        .replace(/\s+/g, " ")
        .trim(),
    }))
    .filter(({ text }) => text !== "");
  const last = texts.findLast(({ role }) => role === "user") ?? texts.at(-1);
  return last?.text.slice(0, maxCharacters) ?? "";
}

/** Common words of English; those of the other languages that `stopWords` knows speak against it. */
const english = new Set(
  "a about after all also am an and any are as at be because been before but by can could did do does for from had has have he her here him his how i if in into is it its just me more most my no not now of on only or our out so some such than that the their them then there these they this to too up us very was we were what when where which while who why will with would you your please".split(
    " ",
  ),
);

/**
 * Returns whether a text may be English, the language of the embedding model: Latin letters, and no fewer of the
 * commonest words of English than of other languages.
 */
export function mayBeEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const plain = text.match(/[a-z]/gi)?.length ?? 0;
  if (letters === 0 || plain < 0.97 * letters) return false;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  const own = words.filter((word) => english.has(word)).length;
  const others = words.filter((word) => !english.has(word) && stopWords.has(word)).length;
  return own >= others;
}
