import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { randomId } from "../../platform/crypto/random-id.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { Visitor } from "../../server/index.ts";
import { isAlive, type Session, type SignInMethod, type User } from "../account.ts";
import type { SessionFound, SessionStore } from "../ports/accounts.ts";
import type { SessionCookie } from "./cookie.ts";
import { createLookupLimiter } from "./lookup-limiter.ts";
import { keyShape, newKey, sha256Of } from "./secret.ts";

interface BrowserSessionDependencies {
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

/** A started session: the cookie to set. */
export interface SignedIn {
  readonly user: User;
  readonly cookie: string;
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

const touchEveryMs = 60_000;

/**
 * Manages sessions in browsers. Every request reads the records database, so an ended session is refused
 * immediately on every replica.
 */
export function createBrowserSessions({ sessions, cookie, now, emit }: BrowserSessionDependencies) {
  const { takeBack } = cookie;
  const lookups = createLookupLimiter({ now });
  /** Whether a session was found: those that were are not counted as guesses, and no others begin to exist. */
  const known = new LRUCache<string, boolean>({ max: 20_000 });
  return {
    begin,
    find,
    takeBack,
    end: (userId: string, which: Parameters<SessionStore["end"]>[1]) => sessions.end(userId, which),
    list: (userId: string) => sessions.list(userId),
  };

  async function begin(user: User, { address, agent }: Visitor, method: SignInMethod = "password"): Promise<SignedIn> {
    const secret = newKey();
    const at = now();
    const times = { createdAt: at, lastSeenAt: at };
    await sessions.add(
      { id: randomId("session"), userId: user.id, ...times, address, agent },
      sha256Of(secret),
      method,
    );
    return { user, cookie: cookie.give(secret) };
  }

  /** Returns the session of a request and its user; undefined without a session, or with an expired one. */
  async function find(headers: IncomingHttpHeaders, address: string): Promise<SessionFound | undefined> {
    const secret = cookie.read(headers);
    if (secret === undefined || !keyShape.test(secret)) return undefined;
    const found = await read(sha256Of(secret), address);
    if (!found || !isAlive(found.session, now())) return undefined;
    recordUse(found.session);
    return found;
  }

  /** Throws Failure("caller") when too many sessions that do not exist came from the client's network. */
  async function read(sha256: string, address: string) {
    const exists = known.get(sha256);
    if (exists !== undefined) return exists ? sessions.find(sha256) : undefined;
    const lookup = await lookups.find(address, () => sessions.find(sha256));
    if ("retryAfterSeconds" in lookup) {
      const message = "too many unknown sessions came from this network: try again later";
      throw new Failure("caller", message, { problem: "too-many-requests", ...lookup });
    }
    known.set(sha256, lookup.found !== undefined);
    return lookup.found;
  }

  /** Records the last use with one-minute resolution, without delaying the request. */
  function recordUse({ id, lastSeenAt }: Session): void {
    const at = now();
    if (at - lastSeenAt < touchEveryMs) return;
    sessions.touch(id, at).catch((thrown: unknown) => {
      emit({ kind: "session-use-not-noted", level: "warn", message: messageOf(thrown) });
    });
  }
}
