import { Failure } from "../../platform/failure.ts";
import type { AttemptStore } from "../ports/accounts.ts";

const minuteMs = 60_000;

/**
 * Limits on attempts at guessable secrets, across all replicas, per email address and per network address. A
 * limit ends with its window, so one client cannot lock out another permanently.
 */
const limits = {
  "sign-in": { email: 10, address: 50, windowMs: 15 * minuteMs },
  "sign-up": { email: 5, address: 20, windowMs: 60 * minuteMs },
  reset: { email: 3, address: 20, windowMs: 60 * minuteMs },
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
  remove(tried: Pick<Tried, "kind"> & { readonly email: string }): Promise<void>;
}

export function createThrottle({ attempts, now }: { attempts: AttemptStore; now: () => number }): Throttle {
  return {
    async pass({ kind, email, address }) {
      const { windowMs, ...most } = limits[kind];
      const at = now();
      const counted = [
        { ...(await attempts.count(`${kind} from ${network(address)}`, at, windowMs)), most: most.address },
        ...(email === undefined
          ? []
          : [{ ...(await attempts.count(keyOf(kind, email), at, windowMs)), most: most.email }]),
      ];
      const over = counted.filter(({ count, most }) => count > most);
      if (over.length === 0) return;
      const seconds = Math.max(1, Math.ceil((Math.max(...over.map(({ endsAt }) => endsAt)) - at) / 1000));
      throw new Failure("caller", `too many attempts: try again in ${Math.ceil(seconds / 60)} minutes`, {
        problem: "too-many-requests",
        retryAfterSeconds: seconds,
      });
    },

    remove: ({ kind, email }) => attempts.remove(keyOf(kind, email)),
  };
}

const keyOf = (kind: string, email: string) => `${kind} of ${email.toLowerCase()}`;

/** An IPv6 subscriber has a whole /64, so its addresses are counted together. */
function network(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  const whole = [...groups, ...Array.from({ length: missing }, () => "0"), ...(tail ?? "").split(":").filter(Boolean)];
  return `${whole.slice(0, 4).join(":")}::/64`;
}
