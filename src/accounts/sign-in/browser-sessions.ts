import type { IncomingHttpHeaders } from "node:http";
import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { Visitor } from "../../server/index.ts";
import { isAlive, type Session, type User } from "../account.ts";
import type { SessionStore } from "../ports/accounts.ts";
import type { SessionCookie } from "./cookie.ts";
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
  return {
    begin,
    find,
    takeBack,
    end: (userId: string, which: Parameters<SessionStore["end"]>[1]) => sessions.end(userId, which),
    list: (userId: string) => sessions.list(userId),
  };

  async function begin(user: User, { address, agent }: Visitor): Promise<SignedIn> {
    const secret = newKey();
    const at = now();
    const times = { createdAt: at, lastSeenAt: at };
    await sessions.add({ id: randomId("session"), userId: user.id, ...times, address, agent }, sha256Of(secret));
    return { user, cookie: cookie.give(secret) };
  }

  /** Returns the session of a request and its user; undefined without a session, or with an expired one. */
  async function find(headers: IncomingHttpHeaders): Promise<{ session: Session; user: User } | undefined> {
    const secret = cookie.read(headers);
    if (secret === undefined || !keyShape.test(secret)) return undefined;
    const found = await sessions.find(sha256Of(secret));
    if (!found || !isAlive(found.session, now())) return undefined;
    recordUse(found.session);
    return found;
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
