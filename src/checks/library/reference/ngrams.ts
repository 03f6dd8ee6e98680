import { stem } from "../../../platform/text/stem.ts";
import { z } from "../definition.ts";

export const beta = z.number().positive().max(10).default(1);

/** Returns lower-case runs of letters and digits, split as rouge-score does; longer ones stemmed. */
export function rougeTokens(text: string, stems: boolean): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return stems ? words.map((word) => (word.length > 3 ? stem(word) : word)) : words;
}

export function counted(runs: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return counts;
}

export const total = (counts: ReadonlyMap<number, number>) => counts.values().reduce((sum, count) => sum + count, 0);

export function shared(own: ReadonlyMap<number, number>, given: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [run, count] of own) sum += Math.min(count, given.get(run) ?? 0);
  return sum;
}

export function fMeasure(hits: number, own: number, given: number, beta: number): number {
  if (own === 0 && given === 0) return 1;
  if (hits === 0) return 0;
  const [precision, recall] = [hits / own, hits / given];
  return ((1 + beta * beta) * precision * recall) / (recall + beta * beta * precision);
}
