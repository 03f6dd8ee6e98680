import { networkOf } from "../../platform/http/network-of.ts";
import { createAllowances } from "../../platform/http/rate-limiter.ts";

type Lookup<Found> =
  | { readonly found: Found | undefined }
  /** Nothing was looked up, because too many keys of the client's network do not exist. */
  | { readonly retryAfterSeconds: number };

/** Limits how many keys that do not exist a client may have looked up in the records database. */
export interface LookupLimiter {
  /**
   * Looks a key up that was never found, and counts it if it does not exist. A lookup that throws is not counted:
   * while the database is away, nobody knows which keys exist.
   */
  find<Found>(address: string, read: () => Promise<Found | undefined>): Promise<Lookup<Found>>;
}

/** More than a person or a misconfigured fleet needs, and too few to keep a database busy. */
const unknownKeysPerMinute = 60;

/** Counts in the memory of this process, by network: a flood of made-up keys must not cost a query each. */
export function createLookupLimiter({ now }: { readonly now: () => number }): LookupLimiter {
  const allowances = createAllowances({ perMinute: unknownKeysPerMinute, now });
  return {
    async find(address, read) {
      const network = networkOf(address);
      const retryAfterSeconds = allowances.take(network);
      if (retryAfterSeconds !== undefined) return { retryAfterSeconds };
      let isCounted = false;
      try {
        const found = await read();
        isCounted = found === undefined;
        return { found };
      } finally {
        if (!isCounted) allowances.giveBack(network);
      }
    },
  };
}
