import { Failure } from "../../platform/failure.ts";
import { networkOf, siteOf } from "../../platform/http/network-of.ts";
import type { AttemptStore } from "../ports/accounts.ts";

const minuteMs = 60_000;

/**
 * Limits on attempts at guessable secrets, across all replicas, per email address and per network address. A
 * password's attempts are counted per email address and network together: a stranger who tries passwords of an account
 * uses up their own attempts, not those of its owner.
 */
const limits = {
  "sign-in": { email: 10, address: 50, windowMs: 15 * minuteMs },
  "sign-up": { email: 5, address: 20, windowMs: 60 * minuteMs },
  reset: { email: 3, address: 20, windowMs: 60 * minuteMs },
  // Of a person whose password is known already, so a stranger cannot lock them out by it.
  "second-factor": { email: 10, address: 50, windowMs: 15 * minuteMs },
  // The provider limits guesses; people of one office share a network.
  sso: { email: 10, address: 300, windowMs: 15 * minuteMs },
  link: { email: 10, address: 60, windowMs: 15 * minuteMs },
} as const;

interface Tried {
  readonly kind: keyof typeof limits;
  readonly email?: string;
  readonly address: string;
}

export interface Throttle {
  /** Counts an attempt. Throws Failure("caller") with problem `too-many-requests` above the limit. */
  pass(tried: Tried): Promise<void>;
  /** Resets the count of the email address after a success. */
  remove(tried: Tried & { readonly email: string }): Promise<void>;
}

export function createThrottle({ attempts, now }: { attempts: AttemptStore; now: () => number }): Throttle {
  return {
    async pass({ kind, email, address }) {
      const { windowMs, ...most } = limits[kind];
      const at = now();
      const counted = [
        { ...(await attempts.count(`${kind} from ${networkOf(address)}`, at, windowMs)), most: most.address },
        ...(email === undefined
          ? []
          : [{ ...(await attempts.count(keyOf({ kind, email, address }), at, windowMs)), most: most.email }]),
      ];
      const over = counted.filter(({ count, most }) => count > most);
      if (over.length === 0) return;
      const seconds = Math.max(1, Math.ceil((Math.max(...over.map(({ endsAt }) => endsAt)) - at) / 1000));
      throw new Failure("caller", `too many attempts: try again in ${Math.ceil(seconds / 60)} minutes`, {
        problem: "too-many-requests",
        retryAfterSeconds: seconds,
      });
    },

    remove: (tried) => attempts.remove(keyOf(tried)),
  };
}

/** Codes are few, and emails reach the same inbox whichever network requests them, so their limit holds for all networks together. */
function keyOf({ kind, email, address }: Tried & { readonly email: string }): string {
  const from = kind === "sign-in" ? ` from ${siteOf(address)}` : "";
  return `${kind} of ${email.toLowerCase()}${from}`;
}
