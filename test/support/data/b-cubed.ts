/** Precision, recall and F of a grouping against the true one, per item (Bagga and Baldwin, 1998). */
export function bCubed(items: readonly { readonly truth: string; readonly group: string }[]) {
  const truths = Map.groupBy(items, ({ truth }) => truth);
  const groups = Map.groupBy(items, ({ group }) => group);
  let precision = 0;
  let recall = 0;
  for (const { truth, group } of items) {
    const same = (groups.get(group) ?? []).filter((other) => other.truth === truth).length;
    precision += same / (groups.get(group)?.length ?? 1);
    recall += same / (truths.get(truth)?.length ?? 1);
  }
  precision /= items.length;
  recall /= items.length;
  return {
    precision,
    recall,
    f: (2 * precision * recall) / (precision + recall),
    groups: groups.size,
    truths: truths.size,
  };
}
