import type { AccountMail } from "../ports/account-mail.ts";
import type { AttemptStore, AuditLog, MailedLinkStore, SessionStore, UserStore } from "../ports/accounts.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { createSessionCookie } from "./cookie.ts";
import { createLetters } from "./letters.ts";
import { createNote } from "./note.ts";
import { createPasswordReset } from "./password-reset.ts";
import { createPasswords } from "./passwords.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp, type SignUpNeeds } from "./sign-up.ts";
import { createThrottle } from "./throttle.ts";
import { createWho } from "./who.ts";

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
