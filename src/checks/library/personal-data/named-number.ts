import type { PreparedText } from "../../../datapoints/index.ts";
import type { Found } from "../../../platform/sensitive/personal-data.ts";

/** A kind of number or name of a person's belongings: its form, its validation, and the words required near it. */
export interface NamedNumber {
  readonly name: string;
  /** Global; the first group, if any, is the value. */
  readonly pattern: RegExp;
  /** Validates the value in capitals without spaces and hyphens. */
  readonly isValid?: (compact: string, asWritten: string) => boolean;
  /** Words required near the value; absent if the form alone is conclusive. */
  readonly words?: RegExp;
  /** Maximum distance of the words in characters; default 50. */
  readonly reach?: number;
}

/** Returns the findings of several kinds in a text, each range once. */
export function namedNumbersIn({ text }: PreparedText, kinds: readonly NamedNumber[]): readonly Found[] {
  const found: Found[] = [];
  for (const { pattern, isValid = () => true, words, reach = 50 } of kinds) {
    if (words && !words.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + match[0].lastIndexOf(value);
      const end = start + value.length;
      const isNamed = words === undefined || words.test(text.slice(Math.max(0, start - reach), end + reach));
      const compact = value.replace(/[\s.-]/g, "").toUpperCase();
      if (isNamed && isValid(compact, value) && !found.some((each) => each.start < end && start < each.end))
        found.push({ start, end, value });
      if (found.length === 200) return found;
    }
  }
  return found;
}
