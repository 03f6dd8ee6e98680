import type { Visitor } from "../../server/index.ts";
import type { User } from "../account.ts";
import type { Note } from "../audit-recorder.ts";
import type { UserStore } from "../ports/accounts.ts";
import type { RequireCode } from "../second-factor/require-code.ts";
import type { BrowserSessions, SignedIn } from "./browser-sessions.ts";
import type { Passwords } from "./passwords.ts";
import { refuse, requireGoodPassword } from "./refuse.ts";
import type { Throttle } from "./throttle.ts";

interface SignInDependencies {
  readonly users: UserStore;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly requireCode: RequireCode;
  readonly throttle: Throttle;
  readonly recordAuditEntry: Note;
}

interface Given {
  readonly email: string;
  readonly password: string;
}

interface SignInRequest extends Given {
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string | undefined;
}

export function createSignIn(dependencies: SignInDependencies) {
  const { users, sessions, passwords, requireCode, throttle, recordAuditEntry } = dependencies;
  return {
    /** Throws Failure("caller") unless it is the password of this person. */
    async requirePassword(email: string, password: string, visitor: Visitor): Promise<void> {
      if (!(await prove({ email, password }, visitor)))
        throw refuse("forbidden", "this is not your password", "password");
    },

    /** Gives the same response, after the same time, for an unknown address and for a wrong password. */
    async signIn({ email, password, code }: SignInRequest, visitor: Visitor): Promise<SignedIn> {
      const user = await prove({ email, password }, visitor);
      if (!user) throw refuse("forbidden", "this is not the password of that address");
      await requireCode(user, code, visitor);
      if (passwords.isDated(user.passwordHash)) await users.setPassword(user.id, await passwords.hash(password));
      await recordAuditEntry(user, "sign-in", "Signed in", visitor);
      return sessions.begin(user, visitor);
    },

    async signOut(
      user: Pick<User, "id" | "accountId" | "email"> & { readonly sessionId: string },
      everywhere: boolean,
      visitor: Visitor,
    ): Promise<string> {
      await sessions.end(user.id, everywhere ? {} : { id: user.sessionId });
      await recordAuditEntry(user, "sign-out", everywhere ? "Signed out everywhere" : "Signed out", visitor);
      return sessions.takeBack;
    },

    /** Ends all sessions of the user and starts another one here. */
    async changePassword(
      { email, current, password }: { email: string; current: string; password: string },
      visitor: Visitor,
    ): Promise<SignedIn> {
      const user = await prove({ email, password: current }, visitor);
      if (!user) throw refuse("forbidden", "this is not your present password", "current");
      requireGoodPassword(password, email);
      await users.setPassword(user.id, await passwords.hash(password));
      await sessions.end(user.id, {});
      await recordAuditEntry(user, "password-change", "Changed the password", visitor);
      return sessions.begin(user, visitor);
    },
  };

  async function prove({ email, password }: Given, visitor: Visitor) {
    await throttle.pass({ kind: "sign-in", email, address: visitor.address });
    const user = await users.find(email);
    if (await passwords.isRight(password, user?.passwordHash)) {
      await throttle.remove({ kind: "sign-in", email, address: visitor.address });
      return user;
    }
    if (user) await recordAuditEntry(user, "sign-in-refused", "Gave a wrong password", visitor);
    return undefined;
  }
}
