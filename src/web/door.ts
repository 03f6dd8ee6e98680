import { createNote } from "../accounts/note.ts";
import type { AttemptStore, AuditLog, MailedLinkStore, SessionStore, UserStore } from "../accounts/ports/accounts.ts";
import { createPasswordReset } from "../accounts/sign-in/password-reset.ts";
import { createPasswords } from "../accounts/sign-in/passwords.ts";
import { createSignIn } from "../accounts/sign-in/sign-in.ts";
import { createSignUp, type SignUpNeeds } from "../accounts/sign-in/sign-up.ts";
import { createThrottle } from "../accounts/sign-in/throttle.ts";
import { createWho } from "../accounts/sign-in/who.ts";
import { createLetters } from "../notifications/letters.ts";
import type { AccountMail } from "../notifications/ports/account-mail.ts";
import { createBrowserSessions } from "../server/browser-sessions.ts";
import { createSessionCookie } from "../server/cookie.ts";

export interface DoorNeeds
  extends Pick<
    SignUpNeeds,
    | "projects"
    | "tokens"
    | "defaultMonitors"
    | "monitorsChanged"
    | "authenticate"
    | "signUp"
    | "baseUrl"
    | "now"
    | "emit"
  > {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly mailedLinks: MailedLinkStore;
  readonly attempts: AttemptStore;
  readonly audit: Pick<AuditLog, "begin" | "end">;
  readonly mail: AccountMail;
}

export type Door = ReturnType<typeof createDoor>;

/** How people get in, stay in and get out. */
export function createDoor({ sessions: store, mailedLinks: links, attempts, audit, mail, ...needs }: DoorNeeds) {
  const { now, emit, baseUrl } = needs;
  const cookie = createSessionCookie({ overTls: baseUrl().startsWith("https:") });
  const sessions = createBrowserSessions({ sessions: store, cookie, now, emit });
  const letters = createLetters({ mail, emit });
  const shared = {
    ...needs,
    links,
    sessions,
    letters,
    passwords: createPasswords(),
    throttle: createThrottle({ attempts, now }),
    note: createNote({ audit, now }),
  };
  return {
    ...createSignIn(shared),
    ...createSignUp(shared),
    reset: createPasswordReset(shared),
    sessions,
    canMail: mail.canSend,
    who: createWho({ ...needs, sessions }),
  };
}
