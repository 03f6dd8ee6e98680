import type { Contrast } from "../datapoints/index.ts";
import { logChoose } from "../platform/statistics/distributions.ts";
import { adjustForMany } from "../platform/statistics/false-discovery.ts";

/** A value that is more frequent among an issue's occurrences than among other datapoints. */
export interface OverRepresented {
  readonly field: string;
  readonly value: string;
  /** Share of the occurrences, and of the other datapoints, with the value. */
  readonly share: number;
  readonly otherShare: number;
  readonly inside: number;
  readonly outside: number;
  /** Adjusted for the number of compared values. */
  readonly pValue: number;
}

const significance = 0.01;
const leastDifference = 0.1;

/**
 * Returns over-represented values: one-sided exact test of Fisher (the hypergeometric tail), adjusted for the
 * number of values by Benjamini and Hochberg (1995). Requires p < 0.01 and a difference of ten points, largest
 * first; of values with the same counts, only that of the first field is returned.
 */
export function overRepresented({ inside, outside, values }: Contrast): readonly OverRepresented[] {
  if (inside === 0 || outside === 0) return [];
  const tested = values.map((value) =>
    upperTail(value.inside, { marked: value.inside + value.outside, inside, outside }),
  );
  const adjusted = adjustForMany(tested);
  const seen = new Set<string>();
  return values
    .map((value, index) => ({
      ...value,
      share: value.inside / inside,
      otherShare: value.outside / outside,
      pValue: adjusted[index] ?? 1,
    }))
    .filter(({ share, otherShare, pValue }) => pValue < significance && share - otherShare >= leastDifference)
    .sort((left, right) => right.share - right.otherShare - (left.share - left.otherShare))
    .filter(({ inside: hits, outside: others, value }) => {
      const key = `${hits} ${others} ${value}`;
      return !seen.has(key) && seen.add(key);
    });
}

interface Drawn {
  /** Datapoints with the value. */
  readonly marked: number;
  readonly inside: number;
  readonly outside: number;
}

/** Probability that at least `hits` of the marked datapoints are inside, if distributed at random. */
function upperTail(hits: number, { marked, inside, outside }: Drawn): number {
  const all = logChoose(inside + outside, marked);
  let tail = 0;
  for (let count = hits; count <= Math.min(marked, inside); count++) {
    if (marked - count > outside) continue;
    const term = Math.exp(logChoose(inside, count) + logChoose(outside, marked - count) - all);
    tail += term;
    // Beyond the mode the terms fall, so the rest is below the precision of the sum.
    if (term < tail * 1e-15 && count > (marked * inside) / (inside + outside)) break;
  }
  return Math.min(1, tail);
}
