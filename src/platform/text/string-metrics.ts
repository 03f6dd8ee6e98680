import { runsOf } from "./runs.ts";

/** Jaro-Winkler similarity (Winkler 1990): 1 for equal texts, 0 for nothing in common. O(n·m). */
export function jaroWinkler(one: string, other: string): number {
  const jaro = jaroOf(one, other);
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

function jaroOf(one: string, other: string): number {
  if (one === other) return 1;
  const reach = Math.max(0, (Math.max(one.length, other.length) >> 1) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (let at = 0; at < one.length; at++)
    for (let position = Math.max(0, at - reach); position <= Math.min(other.length - 1, at + reach); position++)
      if (!taken.has(position) && one[at] === other[position]) {
        taken.add(position);
        matched.push(one[at] ?? "");
        break;
      }
  if (matched.length === 0) return 0;
  const opposite = [...taken].sort((left, right) => left - right).map((position) => other[position]);
  const moved = matched.filter((each, at) => each !== opposite[at]).length / 2;
  const count = matched.length;
  return (count / one.length + count / other.length + (count - moved) / count) / 3;
}

/** GLEU of Wu et al. 2016: the lower of precision and recall over all runs of one to four words. */
export function gleu(output: readonly string[], reference: readonly string[]): number {
  let [shared, own, given] = [0, 0, 0];
  for (let n = 1; n <= 4; n++) {
    const [left, right] = [runsOf(output, n), runsOf(reference, n)];
    shared += inCommon(left, right);
    own += left.length;
    given += right.length;
  }
  return Math.max(own, given) === 0 ? 0 : shared / Math.max(own, given);
}

/** chrF of Popović 2015: mean F-measure with β 2 of the runs of one to six characters. */
export function characterF(output: string, reference: string): number {
  const [own, given] = [output, reference].map((text) => Array.from(text.replace(/\s+/g, "")));
  let [precision, recall, orders] = [0, 0, 0];
  for (let n = 1; n <= 6; n++) {
    const [left, right] = [runsOf(own ?? [], n), runsOf(given ?? [], n)];
    if (left.length === 0 || right.length === 0) continue;
    const shared = inCommon(left, right);
    precision += shared / left.length;
    recall += shared / right.length;
    orders++;
  }
  if (precision + recall === 0) return 0;
  [precision, recall] = [precision / orders, recall / orders];
  return (5 * precision * recall) / (4 * precision + recall);
}

/** METEOR of Banerjee & Lavie 2005 without synonyms: words matched by form, then by stem, each once and in order where possible. */
export function meteor(
  output: readonly string[],
  reference: readonly string[],
  stem: (word: string) => string,
): number {
  const free = [output, reference].map((words) => new Set(words.keys()));
  const pairs = new Map<number, number>();
  for (const form of [(word: string) => word, stem]) {
    const positions = Map.groupBy([...(free[1] ?? [])], (at) => form(reference[at] ?? ""));
    for (const at of free[0] ?? []) {
      const candidates = positions.get(form(output[at] ?? "")) ?? [];
      // Prefers the word after the previous match, so that consecutive words stay together.
      const before = pairs.get(at - 1);
      const near = candidates.indexOf(before === undefined ? -1 : before + 1);
      const [position] = candidates.splice(Math.max(0, near), 1);
      if (position === undefined) continue;
      pairs.set(at, position);
      free[0]?.delete(at);
      free[1]?.delete(position);
    }
  }
  if (pairs.size === 0) return 0;
  const [precision, recall] = [pairs.size / output.length, pairs.size / reference.length];
  const chunks = [...pairs].filter(([at, position]) => pairs.get(at - 1) !== position - 1).length;
  const mean = (10 * precision * recall) / (recall + 9 * precision);
  return mean * (1 - 0.5 * (chunks / pairs.size) ** 3);
}

function inCommon(one: readonly number[], other: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const run of other) counts.set(run, (counts.get(run) ?? 0) + 1);
  let shared = 0;
  for (const run of one) {
    const left = counts.get(run) ?? 0;
    if (left > 0) shared++;
    counts.set(run, left - 1);
  }
  return shared;
}
