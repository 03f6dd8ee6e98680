const rowsAtOnce = 500;

/** As many rows as one statement may name in both dialects. */
export function* inPieces<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += rowsAtOnce) yield items.slice(at, at + rowsAtOnce);
}
