import type { Contrast } from "../datapoints/lists/contrast.ts";
import { adjustForMany } from "../platform/statistics/false-discovery.ts";
import { logChoose } from "../platform/statistics/gamma.ts";

/** A value that an issue's occurrences carry more often than other datapoints do. */
export interface OverRepresented {
  readonly field: string;
  readonly value: string;
  /** Share of the occurrences, and of the other datapoints, that carry it. */
  readonly share: number;
  readonly otherShare: number;
  readonly inside: number;
  readonly outside: number;
  /** Adjusted for how many values were compared. */
  readonly pValue: number;
}

const significance = 0.01;
const leastDifference = 0.1;

/**
 * What is different about an issue: values over-represented among its occurrences. One-sided exact test of Fisher on
 * the four counts (the hypergeometric tail), adjusted for the number of values by Benjamini and Hochberg (1995). Kept
 * are those below 0.01 whose share differs by at least ten points, largest difference first; of several values that
 * mark the very same datapoints as far as counts tell, the first field stands for all.
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
  /** Datapoints that carry the value. */
  readonly marked: number;
  readonly inside: number;
  readonly outside: number;
}

/** Probability that at least so many of the marked are inside, were they strewn at random. */
function upperTail(hits: number, { marked, inside, outside }: Drawn): number {
  const all = logChoose(inside + outside, marked);
  let tail = 0;
  for (let count = hits; count <= Math.min(marked, inside); count++) {
    if (marked - count > outside) continue;
    const term = Math.exp(logChoose(inside, count) + logChoose(outside, marked - count) - all);
    tail += term;
    // Beyond the mode the terms fall: what is left cannot be seen in the sum.
    if (term < tail * 1e-15 && count > (marked * inside) / (inside + outside)) break;
  }
  return Math.min(1, tail);
}
