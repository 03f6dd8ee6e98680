import { LRUCache } from "lru-cache";

/**
 * Takes one, or `amount`, from the key's allowance. Returns the seconds to wait when not enough is left, otherwise
 * undefined.
 */
export type RateLimiter = (key: string, amount?: number) => number | undefined;

export interface Allowances {
  readonly take: RateLimiter;
  /** Undoes a `take`. */
  readonly giveBack: (key: string) => void;
}

interface Allowance {
  readonly left: number;
  readonly at: number;
}

interface AllowancesOptions {
  readonly perMinute: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Creates a token bucket for each key, in the memory of this process, with a burst of one minute's allowance. A key
 * that was evicted because there are too many starts with a full bucket.
 */
export function createAllowances({ perMinute, now }: AllowancesOptions): Allowances {
  const allowances = new LRUCache<string, Allowance>({ max: 50_000 });
  const perMs = perMinute / 60_000;
  return {
    take(key, amount = 1) {
      const at = now();
      const before = allowances.get(key);
      const left = before ? Math.min(perMinute, before.left + Math.max(0, at - before.at) * perMs) : perMinute;
      allowances.set(key, { left: left >= amount ? left - amount : left, at });
      return left >= amount ? undefined : Math.max(1, Math.ceil((amount - left) / perMs / 1000));
    },
    giveBack(key) {
      const before = allowances.get(key);
      if (before) allowances.set(key, { ...before, left: before.left + 1 });
    },
  };
}

export const createRateLimiter = (options: AllowancesOptions): RateLimiter => createAllowances(options).take;
