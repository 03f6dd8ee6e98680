import type { Findings } from "./inspect.ts";

export interface RowOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly log: (line: string) => void;
}

export interface RowResult {
  readonly passed: boolean;
  readonly metrics: Readonly<Record<string, number | string>>;
}

/** One promise of docs/reliability.md, tested on the running service. */
export interface Row {
  readonly promise: string;
  readonly run: (options: RowOptions) => Promise<RowResult>;
}

/** A small, seeded generator, sufficient to choose moments (mulberry32, T. Ettinger). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function verdict(findings: Findings, metrics: RowResult["metrics"], more = true): RowResult {
  const { lost, duplicated, changed, acknowledged } = findings;
  return {
    passed: more && acknowledged > 0 && lost === 0 && duplicated === 0 && changed === 0,
    metrics: { ...findings, ...metrics },
  };
}
