import type { IncomingHttpHeaders } from "node:http";
import { isAlive, type Session, type User } from "../accounts/account.ts";
import type { SessionStore } from "../accounts/ports/accounts.ts";
import { keyShape, newKey, sha256Of } from "../accounts/sign-in/secret.ts";
import { randomId } from "../platform/crypto/random-id.ts";
import { messageOf } from "../platform/failure.ts";
import type { GaffeEvent } from "../platform/telemetry/events.ts";
import type { SessionCookie } from "./cookie.ts";
import type { Visitor } from "./visitor.ts";

interface Needs {
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

/** Somebody is signed in from here on: the cookie to set. */
export interface SignedIn {
  readonly user: User;
  readonly cookie: string;
}

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

const touchEveryMs = 60_000;

/** Sessions in browsers. Every request asks the records: what was ended is refused at once, on every replica. */
export function createBrowserSessions({ sessions, cookie, now, emit }: Needs) {
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

  /** Whose session a request belongs to; undefined where it has none, or one that is over. */
  async function find(headers: IncomingHttpHeaders): Promise<{ session: Session; user: User } | undefined> {
    const secret = cookie.read(headers);
    if (secret === undefined || !keyShape.test(secret)) return undefined;
    const found = await sessions.find(sha256Of(secret));
    if (!found || !isAlive(found.session, now())) return undefined;
    noteUse(found.session);
    return found;
  }

  /** Last use is kept to the minute, and nobody waits for it. */
  function noteUse({ id, lastSeenAt }: Session): void {
    const at = now();
    if (at - lastSeenAt < touchEveryMs) return;
    sessions.touch(id, at).catch((thrown: unknown) => {
      emit({ kind: "session-use-not-noted", level: "warn", message: messageOf(thrown) });
    });
  }
}
