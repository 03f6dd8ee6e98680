import type { Letters } from "../../notifications/letters.ts";
import { messageOf } from "../../platform/failure.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { BrowserSessions, SignedIn } from "../../server/browser-sessions.ts";
import { invalidLink, requireGoodPassword } from "../../server/refuse.ts";
import type { Visitor } from "../../server/visitor.ts";
import type { Note } from "../note.ts";
import type { MailedLinkStore, UserStore } from "../ports/accounts.ts";
import type { Passwords } from "./passwords.ts";
import { createResetLinks } from "./reset-links.ts";
import { sha256Of } from "./secret.ts";
import type { Throttle } from "./throttle.ts";

interface Needs {
  readonly users: UserStore;
  readonly links: MailedLinkStore;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly letters: Letters;
  readonly note: Note;
  readonly baseUrl: () => string;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

export function createPasswordReset(needs: Needs) {
  const { users, links, sessions, passwords, throttle, letters, note, now, emit } = needs;
  const makeLink = createResetLinks(needs);
  return {
    /** Answered the same, at once, whoever's address it is: what follows goes on behind it. */
    async ask(email: string, visitor: Visitor): Promise<void> {
      await throttle.pass({ kind: "reset", email, address: visitor.address });
      void sendLink(email, visitor).catch((thrown: unknown) => {
        emit({ kind: "password-resets-failed", level: "error", message: messageOf(thrown) });
      });
    },

    makeLink,

    /** All sessions of the user end; one begins here. */
    async use(secret: string, password: string, visitor: Visitor): Promise<SignedIn> {
      await throttle.pass({ kind: "link", address: visitor.address });
      const link = await links.find(sha256Of(secret), now());
      if (link?.purpose.kind !== "reset") throw invalidLink();
      requireGoodPassword(password, link.email);
      const passwordHash = await passwords.hash(password);
      const user = await users.find(link.email);
      if (user?.id !== link.purpose.userId || !(await links.take(sha256Of(secret), now()))) throw invalidLink();
      await users.setPassword(user.id, passwordHash);
      await sessions.end(user.id, {});
      await throttle.forget({ kind: "sign-in", email: user.email });
      await note(user, "password-reset", "Set a new password by a link", visitor);
      return sessions.begin(user, visitor);
    },
  };

  async function sendLink(email: string, visitor: Visitor): Promise<void> {
    const user = letters.canSend ? await users.find(email) : undefined;
    if (!user) return;
    const { url } = await makeLink(user);
    await note(user, "password-reset-asked", "Asked for a link to set a new password", visitor);
    letters.post({ kind: "reset" }, user.email, url);
  }
}
