import { messageOf } from "../../platform/failure.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { Visitor } from "../../server/index.ts";
import type { Note } from "../audit-recorder.ts";
import type { AccountEmails } from "../emails/account-emails.ts";
import type { MailedLinkStore, UserStore } from "../ports/accounts.ts";
import type { RequireCode } from "../second-factor/require-code.ts";
import type { BrowserSessions, SignedIn } from "./browser-sessions.ts";
import type { Passwords } from "./passwords.ts";
import { invalidLink, requireGoodPassword } from "./refuse.ts";
import { createResetLinks } from "./reset-links.ts";
import { sha256Of } from "./secret.ts";
import type { Throttle } from "./throttle.ts";

interface PasswordResetDependencies {
  readonly users: UserStore;
  readonly links: MailedLinkStore;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly requireCode: RequireCode;
  readonly throttle: Throttle;
  readonly accountEmails: AccountEmails;
  readonly recordAuditEntry: Note;
  readonly baseUrl: () => string;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

export function createPasswordReset(dependencies: PasswordResetDependencies) {
  const { users, links, sessions, passwords, throttle, accountEmails, requireCode, recordAuditEntry, now, emit } =
    dependencies;
  const makeLink = createResetLinks(dependencies);
  return {
    /** Responds the same, immediately, for known and unknown addresses; the email is sent in the background. */
    async request(email: string, visitor: Visitor): Promise<void> {
      await throttle.pass({ kind: "reset", email, address: visitor.address });
      void sendLink(email, visitor).catch((thrown: unknown) => {
        emit({ kind: "password-resets-failed", level: "error", message: messageOf(thrown) });
      });
    },

    makeLink,

    /** Sets the password, ends all sessions of the user and starts one here. Their second factor stays, and is needed. */
    async use(
      secret: string,
      { password, code }: { password: string; code?: string | undefined },
      visitor: Visitor,
    ): Promise<SignedIn> {
      await throttle.pass({ kind: "link", address: visitor.address });
      const link = await links.find(sha256Of(secret), now());
      if (link?.purpose.kind !== "reset") throw invalidLink();
      requireGoodPassword(password, link.email);
      const passwordHash = await passwords.hash(password);
      const user = await users.find(link.email);
      if (user?.id !== link.purpose.userId) throw invalidLink();
      await requireCode(user, code, visitor);
      if (!(await links.take(sha256Of(secret), now()))) throw invalidLink();
      await users.setPassword(user.id, passwordHash);
      await sessions.end(user.id, {});
      await throttle.remove({ kind: "sign-in", email: user.email, address: visitor.address });
      await recordAuditEntry(user, "password-reset", "Set a new password by a link", visitor);
      return sessions.begin(user, visitor);
    },
  };

  async function sendLink(email: string, visitor: Visitor): Promise<void> {
    const user = accountEmails.canSend ? await users.find(email) : undefined;
    if (!user) return;
    const { url } = await makeLink(user);
    await recordAuditEntry(user, "password-reset-asked", "Requested a password reset link", visitor);
    accountEmails.post({ kind: "reset" }, user.email, url);
  }
}
