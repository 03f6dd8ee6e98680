import { networkOf } from "../../platform/http/network-of.ts";
import { createAllowances } from "../../platform/http/rate-limiter.ts";

/** Limits how many keys that do not exist a client may have looked up in the records database. */
export interface LookupLimiter {
  /** Counts a lookup of a key that was never found. Returns the seconds to wait when none is left. */
  take(address: string): number | undefined;
  /** Undoes `take`, because the key exists. */
  giveBack(address: string): void;
}

/** More than a person or a misconfigured fleet needs, and too few to keep a database busy. */
const unknownKeysPerMinute = 60;

/** Counts in the memory of this process, by network: a flood of made-up keys must not cost a query each. */
export function createLookupLimiter({ now }: { readonly now: () => number }): LookupLimiter {
  const allowances = createAllowances({ perMinute: unknownKeysPerMinute, now });
  return {
    take: (address) => allowances.take(networkOf(address)),
    giveBack: (address) => allowances.giveBack(networkOf(address)),
  };
}
