import { distance } from "fastest-levenshtein";
import { tokensOf } from "./reference.ts";

/**
 * Returns edits per unit of the reference. Words are mapped to single characters, so that one algorithm counts
 * both.
 */
export function errorRate(output: string, reference: string, unit: "word" | "char"): number {
  const cut = (text: string) =>
    (unit === "word" ? tokensOf(text, false) : Array.from(tokensOf(text, false).join(" "))).slice(0, 2000);
  const [own, given] = [cut(output), cut(reference)];
  if (given.length === 0) return own.length === 0 ? 0 : 1;
  const numbers = new Map<string, number>();
  const coded = (units: readonly string[]) =>
    units
      .map((each) => {
        const known = numbers.get(each) ?? numbers.size + 0x100;
        numbers.set(each, known);
        return String.fromCharCode(known);
      })
      .join("");
  return distance(coded(own), coded(given)) / given.length;
}
