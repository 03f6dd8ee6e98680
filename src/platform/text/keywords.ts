/**
 * Finds which of many keywords stand in a text, in one pass that costs about as much as reading it: the first three
 * characters of every place are looked up in a table, and only a place that some keyword could begin at is compared.
 * Keywords have at least three UTF-16 code units.
 */
export function createKeywordScan(keywords: Iterable<string>): (text: string) => ReadonlySet<string> {
  const begins = new Uint8Array(tableSize);
  const byBeginning = new Map<number, string[]>();
  for (const keyword of keywords) {
    if (keyword.length < 3) throw new RangeError(`too short for a keyword: ${keyword}`);
    const place = placeOf(keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2));
    begins[place] = 1;
    byBeginning.set(place, [...(byBeginning.get(place) ?? []), keyword]);
  }

  return (text) => {
    const found = new Set<string>();
    let first = text.charCodeAt(0);
    let second = text.charCodeAt(1);
    for (let index = 2; index < text.length; index++) {
      const third = text.charCodeAt(index);
      const place = placeOf(first, second, third);
      if (begins[place] === 1)
        for (const keyword of byBeginning.get(place) ?? [])
          if (!found.has(keyword) && text.startsWith(keyword, index - 2)) found.add(keyword);
      first = second;
      second = third;
    }
    return found;
  };
}

const tableSize = 2 ** 15;

const placeOf = (first: number, second: number, third: number) =>
  ((first << 10) ^ (second << 5) ^ third) & (tableSize - 1);

/**
 * Whether a text has `length` characters of a class in a row; `isOf` tells the class by character code, up to 127.
 * Looks at every `length`-th character only, and around those that belong.
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
