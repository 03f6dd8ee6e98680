import { Failure } from "../failure.ts";

/**
 * Creates a scan that finds which of many keywords occur in a text, in one pass that costs about as much as reading
 * it: the three characters at every position are looked up in a table, and only candidates are compared. Keywords
 * have at least three UTF-16 code units.
 */
export function createKeywordScan(keywords: Iterable<string>): (text: string) => ReadonlySet<string> {
  const begins = new Uint8Array(tableSize);
  const byPrefix = new Map<number, string[]>();
  for (const keyword of keywords) {
    if (keyword.length < 3) throw new Failure("defect", `too short for a keyword: ${keyword}`);
    const slot = slotOf(keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2));
    begins[slot] = 1;
    byPrefix.set(slot, [...(byPrefix.get(slot) ?? []), keyword]);
  }

  return (text) => {
    const found = new Set<string>();
    let first = text.charCodeAt(0);
    let second = text.charCodeAt(1);
    for (let index = 2; index < text.length; index++) {
      const third = text.charCodeAt(index);
      const slot = slotOf(first, second, third);
      if (begins[slot] === 1)
        for (const keyword of byPrefix.get(slot) ?? [])
          if (!found.has(keyword) && text.startsWith(keyword, index - 2)) found.add(keyword);
      first = second;
      second = third;
    }
    return found;
  };
}

const tableSize = 2 ** 15;

const slotOf = (first: number, second: number, third: number) =>
  ((first << 10) ^ (second << 5) ^ third) & (tableSize - 1);

/**
 * Returns whether a text has `length` consecutive characters of a class; `isOf` defines the class by character
 * code, up to 127. Reads every `length`-th character only, and the neighbors of matches.
 */
export function hasRun(text: string, length: number, isOf: Uint8Array): boolean {
  let at = length - 1;
  while (at < text.length) {
    let begin = at;
    while (begin > at - length && isOf[text.charCodeAt(begin)] === 1) begin--;
    if (begin === at - length) return true;
    at = begin + length;
  }
  return false;
}
