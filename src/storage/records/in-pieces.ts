const rowsAtOnce = 500;

/** Splits items into groups of the maximum number that one statement supports in both dialects. */
export function* inPieces<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}
