/** Returns the known word closest to a mistyped one; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const farthest = Math.max(1, Math.floor(word.length / 3));
  return known
    .map((each) => ({ each, distance: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((left, right) => left.distance - right.distance)[0]?.each;
}

/** Returns ": did you mean …?", or an empty string. */
export function meant(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === undefined ? "" : `: did you mean ${found}?`;
}

/** Optimal string alignment distance: insertions, deletions, replacements, and swaps of neighbors. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row++) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(left.length, right.length);
}
