/**
 * Adjusts p-values for multiple comparisons, so that at most a share α of those called significant at α are
 * expected to be chance (Benjamini and Hochberg, 1995). Same order as given.
 */
export function adjustForMany(pValues: readonly number[]): readonly number[] {
  const rising = [...pValues.entries()].sort(([, left], [, right]) => left - right);
  const adjusted = pValues.map(() => 1);
  let smallest = 1;
  for (let rank = rising.length; rank >= 1; rank--) {
    const [index, pValue] = rising[rank - 1] as [number, number];
    smallest = Math.min(smallest, pValue * (rising.length / rank));
    adjusted[index] = smallest;
  }
  return adjusted;
}
