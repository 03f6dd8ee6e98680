import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import type { Found } from "../../../platform/sensitive/personal-data.ts";

/** One kind of number or name of a person's things: how it looks, what proves it, and which words must stand near it. */
export interface NamedNumber {
  readonly name: string;
  /** Global; its first group, where it has one, is the value. */
  readonly pattern: RegExp;
  /** Of the value in capitals without spaces and hyphens. */
  readonly isValid?: (compact: string, asWritten: string) => boolean;
  /** Without them its form says enough. */
  readonly words?: RegExp;
  /** How far away the words may be, in characters; 50 unless told. */
  readonly reach?: number;
}

/** What a text holds of some kinds, each place once. */
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
