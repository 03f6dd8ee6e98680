import { monitorsOf } from "../../app/first-start.ts";
import type { ProjectStore, TokenStore } from "../../app/ports/records.ts";
import type { MonitorTemplate } from "../../monitors/default-monitors.ts";
import type { Letters } from "../../notifications/letters.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import { type AccountId, asAccountId, asProjectId, firstAccount, type ProjectId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import { mayDo, type Role, scopesOfRole } from "../../server/access.ts";
import type { BrowserSessions, SignedIn } from "../../server/browser-sessions.ts";
import { invalidLink, refuse, requireGoodPassword } from "../../server/refuse.ts";
import type { Visitor } from "../../server/visitor.ts";
import { linkLifeMs, type MailedLink, type User } from "../account.ts";
import type { Note } from "../note.ts";
import type { MailedLinkStore, UserStore } from "../ports/accounts.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Passwords } from "./passwords.ts";
import { hintOf, newKey, newSecret, sha256Of } from "./secret.ts";
import type { Throttle } from "./throttle.ts";

export interface SignUpNeeds {
  readonly users: UserStore;
  readonly links: MailedLinkStore;
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly defaultMonitors: readonly MonitorTemplate[];
  readonly monitorsChanged: (project: ProjectId) => void;
  readonly authenticate: Authenticate;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly letters: Letters;
  readonly note: Note;
  /** Whether strangers may have an account of their own here. */
  readonly signUp: "invitation" | "open";
  readonly baseUrl: () => string;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

/**
 * How somebody gets in who is in no account: as the first of the installation, by themselves, by a link mailed to their
 * address, or by invitation alone.
 */
export type WayIn = "first" | "open" | "by_mail" | "by_invitation";

/** Signed in, with an API token of their own: it is shown now and never again. */
export interface SignedUp extends SignedIn {
  readonly token?: string;
}

interface Asked {
  readonly email: string;
  readonly password?: string | undefined;
  /** Of the first start: proves that the first to sign up runs the service. */
  readonly token?: string | undefined;
}

export function createSignUp(needs: SignUpNeeds) {
  const { users, links, sessions, passwords, throttle, letters, note, baseUrl, now } = needs;
  return { wayIn, signUp, look, join, invite };

  async function wayIn(): Promise<WayIn> {
    if (!(await users.any())) return "first";
    if (needs.signUp === "invitation") return "by_invitation";
    return letters.canSend ? "by_mail" : "open";
  }

  async function signUp({ email, password, token }: Asked, visitor: Visitor): Promise<SignedUp | "mailed"> {
    await throttle.pass({ kind: "sign-up", email, address: visitor.address });
    const way = await wayIn();
    if (way === "by_invitation") throw refuse("forbidden", "here people are invited: ask an admin of the account");
    if (way === "by_mail") {
      void offer(email).catch((thrown: unknown) => {
        needs.emit({ kind: "sign-ups-failed", level: "error", message: messageOf(thrown) });
      });
      return "mailed";
    }
    if (password === undefined) throw refuse("invalid-request", "a password is needed", "password");
    if (way === "first") await requireOperator(token, visitor);
    requireGoodPassword(password, email);
    const passwordHash = await passwords.hash(password);
    return way === "first" ? first(email, passwordHash, visitor) : newAccount(email, passwordHash, visitor);
  }

  /** Who is asked by a link, and to what. */
  async function look(secret: string, visitor: Visitor): Promise<MailedLink> {
    await throttle.pass({ kind: "link", address: visitor.address });
    const link = await links.find(sha256Of(secret), now());
    if (!link) throw invalidLink();
    return link;
  }

  async function join(secret: string, password: string, visitor: Visitor): Promise<SignedUp> {
    const { email, purpose } = await look(secret, visitor);
    if (purpose.kind === "reset") throw invalidLink();
    requireGoodPassword(password, email);
    const passwordHash = await passwords.hash(password);
    if (!(await links.take(sha256Of(secret), now()))) throw invalidLink();
    if (purpose.kind === "sign_up") return newAccount(email, passwordHash, visitor);
    const { accountId, role } = purpose;
    return welcome(await added({ accountId, email, role, passwordHash }), visitor);
  }

  /** The link is for the admin as well: it works where no mail is sent. */
  async function invite(who: { accountId: AccountId; madeBy: string; invitedBy: string }, email: string, role: Role) {
    if ((await users.find(email))?.accountId === who.accountId) {
      throw refuse("conflict", "this address is in the account already", "email");
    }
    const { accountId, madeBy } = who;
    const made = await makeLink(email, { kind: "invitation", accountId, role, madeBy });
    letters.post({ kind: "invitation", role, invitedBy: who.invitedBy }, email, made.url);
    return { ...made, isMailed: letters.canSend };
  }

  /** On this machine nobody needs to prove that it is theirs. */
  async function requireOperator(token: string | undefined, { isLocal }: Visitor): Promise<void> {
    if (isLocal) return;
    const identity = token ? await needs.authenticate(token) : undefined;
    const isOperator =
      identity?.kind === "principal" &&
      identity.principal.accountId === firstAccount &&
      mayDo(identity.principal, "admin");
    if (isOperator) return;
    const where = "the token that the service printed when it first started (or GAFFE_INIT_TOKEN) is needed";
    throw refuse("forbidden", where, "token");
  }

  async function first(email: string, passwordHash: string, visitor: Visitor): Promise<SignedUp> {
    const user: User = { id: randomId("user"), accountId: firstAccount, email, role: "admin", createdAt: now() };
    if (!(await users.addFirst({ ...user, passwordHash }))) {
      throw refuse("conflict", "somebody else was first: sign in, or ask them to invite you");
    }
    return welcome(user, visitor);
  }

  async function newAccount(email: string, passwordHash: string, visitor: Visitor): Promise<SignedUp> {
    if (await users.find(email)) throw taken();
    const accountId = asAccountId(randomId("account"));
    const id = asProjectId(randomId("project"));
    const createdAt = now();
    const monitors = monitorsOf(id, needs.defaultMonitors, createdAt);
    await needs.projects.add({ id, accountId, name: "Global", createdAt }, monitors);
    needs.monitorsChanged(id);
    return welcome(await added({ accountId, email, role: "admin", passwordHash }), visitor);
  }

  async function added(facts: {
    accountId: AccountId;
    email: string;
    role: Role;
    passwordHash: string;
  }): Promise<User> {
    const { passwordHash, ...rest } = facts;
    const user: User = { id: randomId("user"), ...rest, createdAt: now() };
    if (!(await users.add({ ...user, passwordHash }))) throw taken();
    return user;
  }

  async function welcome(user: User, visitor: Visitor): Promise<SignedUp> {
    await note(user, "sign-up", `Signed up as ${user.role}`, visitor);
    const [signedIn, token] = [await sessions.begin(user, visitor), await ownToken(user)];
    return token === undefined ? signedIn : { ...signedIn, token };
  }

  /** Who may send gets a token to send with; it cannot hand out access. */
  async function ownToken({ accountId, email, role }: User): Promise<string | undefined> {
    if (role === "viewer") return undefined;
    const project = (await needs.projects.list(accountId)).find(({ archivedAt }) => archivedAt === undefined);
    if (!project) return undefined;
    const secret = newSecret();
    const scopes = scopesOfRole.member;
    const made = { id: randomId("token"), accountId, scopes, createdAt: now(), madeBy: `user:${email}` };
    const token = { ...made, projectId: project.id, name: email, hint: hintOf(secret) };
    await needs.tokens.add(token, sha256Of(secret));
    return secret;
  }

  /** An address that has an account is told so by mail, not here. */
  async function offer(email: string): Promise<void> {
    if (await users.find(email)) return letters.post({ kind: "known" }, email, `${baseUrl()}/sign-in`);
    const { url } = await makeLink(email, { kind: "sign_up" });
    letters.post({ kind: "sign_up" }, email, url);
  }

  async function makeLink(email: string, purpose: MailedLink["purpose"]) {
    const secret = newKey();
    const createdAt = now();
    const expiresAt = createdAt + linkLifeMs[purpose.kind];
    const link = { id: randomId("link"), email: email.toLowerCase(), createdAt, expiresAt, purpose };
    await links.add(link, sha256Of(secret));
    return { link, url: `${baseUrl()}/join#${secret}` };
  }
}

const taken = () => refuse("conflict", "this address cannot sign up: sign in with it, or set a new password");
