import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import { type AccountId, asAccountId, asProjectId, firstAccount, type ProjectId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { Role, Visitor } from "../../server/index.ts";
import { mayDo } from "../../server/service.ts";
import { linkLifeMs, type MailedLink, type SignInMethod, type User } from "../account.ts";
import type { Note } from "../audit-recorder.ts";
import type { AccountEmails } from "../emails/account-emails.ts";
import type { MailedLinkStore, UserStore } from "../ports/accounts.ts";
import type { ProjectStore, TokenStore } from "../ports/projects.ts";
import type { MailLimits } from "../recipients/mail-limits.ts";
import type { Recipients } from "../recipients/recipients.ts";
import type { Authenticate } from "./authenticate.ts";
import type { BrowserSessions, SignedIn } from "./browser-sessions.ts";
import type { FirstAccountKey } from "./first-account-key.ts";
import { createOwnToken, type TokenLife } from "./own-token.ts";
import { noPasswordHash, type Passwords } from "./passwords.ts";
import { invalidLink, refuse, requireGoodPassword } from "./refuse.ts";
import { newKey, sha256Of } from "./secret.ts";
import type { Throttle } from "./throttle.ts";

export interface SignUpDependencies {
  readonly users: UserStore;
  readonly links: MailedLinkStore;
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly projectChanged: (project: ProjectId) => void;
  readonly authenticate: Authenticate;
  readonly sessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly accountEmails: AccountEmails;
  readonly mailLimits: MailLimits;
  readonly recipients: Pick<Recipients, "request">;
  readonly firstAccountKey: FirstAccountKey;
  readonly recordAuditEntry: Note;
  /** Whether anyone may create an account here. */
  readonly signUp: "invitation" | "open";
  readonly baseUrl: () => string;
  readonly now: () => number;
  readonly emit: (event: GaffeEvent) => void;
}

/**
 * How a person without an account signs up: as the first user of the installation, openly, by an emailed link,
 * or by invitation only.
 */
export type WayIn = "first" | "open" | "by_mail" | "by_invitation";

/** A session and an API token of the new user, which is shown only once. */
export interface SignedUp extends SignedIn {
  readonly token?: string;
}

interface SignUpRequest {
  readonly email: string;
  readonly password?: string | undefined;
  /** Key of the link that a start printed: proves that the first user operates the service. */
  readonly key?: string | undefined;
  /** Does the same: the token of the first start. */
  readonly token?: string | undefined;
}

/** Signs up people whom the provider of single sign-on vouches for: without a password. */
export interface SignUpBySso {
  /** The first user of the installation, who needs the key of the terminal. */
  first(person: { email: string; key: string | undefined }, visitor: Visitor): Promise<SignedUp>;
  add(person: { accountId: AccountId; email: string; role: Role }, visitor: Visitor): Promise<SignedUp>;
}

export function createSignUp(dependencies: SignUpDependencies) {
  const {
    users,
    links,
    sessions,
    passwords,
    throttle,
    accountEmails,
    firstAccountKey,
    recordAuditEntry,
    baseUrl,
    now,
  } = dependencies;
  const ownToken = createOwnToken(dependencies);
  const bySso: SignUpBySso = {
    async first({ email, key }, visitor) {
      await requireOperator({ key }, visitor);
      const signedUp = await first({ email, passwordHash: noPasswordHash }, visitor, "sso");
      if (key !== undefined) await firstAccountKey.take(key);
      return signedUp;
    },
    async add(facts, visitor) {
      const user = await added({ ...facts, passwordHash: noPasswordHash });
      return welcome(user, visitor, { endsWith: user.id }, "sso");
    },
  };
  return { wayIn, signUp, look: inspectLink, join, invite, bySso };

  async function wayIn(): Promise<WayIn> {
    if (!(await users.any())) return "first";
    if (dependencies.signUp === "invitation") return "by_invitation";
    return accountEmails.canSend ? "by_mail" : "open";
  }

  async function signUp({ email, password, ...proof }: SignUpRequest, visitor: Visitor): Promise<SignedUp | "mailed"> {
    await throttle.pass({ kind: "sign-up", email, address: visitor.address });
    const way = await wayIn();
    if (way === "by_invitation")
      throw refuse("forbidden", "this installation requires an invitation: ask an admin of the account");
    if (way === "by_mail") {
      void offer(email).catch((thrown: unknown) => {
        dependencies.emit({ kind: "sign-ups-failed", level: "error", message: messageOf(thrown) });
      });
      return "mailed";
    }
    if (password === undefined) throw refuse("invalid-request", "a password is needed", "password");
    if (way === "first") await requireOperator(proof, visitor);
    requireGoodPassword(password, email);
    const passwordHash = await passwords.hash(password);
    if (way !== "first") return newAccount(email, passwordHash, visitor);
    const signedUp = await first({ email, passwordHash }, visitor);
    if (proof.key !== undefined) await firstAccountKey.take(proof.key);
    return signedUp;
  }

  /** Returns the address and purpose of a link without consuming it. */
  async function inspectLink(secret: string, visitor: Visitor) {
    await throttle.pass({ kind: "link", address: visitor.address });
    const link = await links.find(sha256Of(secret), now());
    if (!link || link.purpose.kind === "first_account") throw invalidLink();
    return { ...link, purpose: link.purpose };
  }

  async function join(secret: string, password: string, visitor: Visitor): Promise<SignedUp> {
    const { email, purpose, isShown } = await inspectLink(secret, visitor);
    if (purpose.kind === "reset") throw invalidLink();
    const isEmailUnproven = purpose.kind === "invitation" && isShown === true;
    requireGoodPassword(password, email);
    const passwordHash = await passwords.hash(password);
    if (isEmailUnproven) {
      const about = { requestedBy: "A new member", about: "their account" };
      await dependencies.recipients.request({ accountId: purpose.accountId, addresses: [email], ...about });
    }
    if (!(await links.take(sha256Of(secret), now()))) throw invalidLink();
    if (purpose.kind === "sign_up") return newAccount(email, passwordHash, visitor);
    const { accountId, role } = purpose;
    const facts = { accountId, email, role, passwordHash };
    const user = await added(isEmailUnproven ? { ...facts, isEmailUnproven } : facts);
    return welcome(user, visitor, { endsWith: user.id });
  }

  /**
   * Returns a link to the admin as well, so it works where no email is sent. Where one is, it has another secret: only
   * the mailed one proves the address.
   */
  async function invite(who: { accountId: AccountId; madeBy: string; invitedBy: string }, email: string, role: Role) {
    if ((await users.find(email))?.accountId === who.accountId) {
      throw refuse("conflict", "this address is in the account already", "email");
    }
    const { accountId, madeBy } = who;
    const isMailed = accountEmails.canSend;
    if (isMailed) await dependencies.mailLimits.pass("request", accountId, [email]);
    const shown = isMailed ? newKey() : undefined;
    const made = await makeLink(email, { kind: "invitation", accountId, role, madeBy }, shown);
    accountEmails.post({ kind: "invitation", role, invitedBy: who.invitedBy }, email, made.url);
    return { link: made.link, url: shown === undefined ? made.url : joinUrl(shown), isMailed };
  }

  /** Also on this machine, where other users and pages of other programs could otherwise be faster than the operator. */
  async function requireOperator(
    { key, token }: Pick<SignUpRequest, "key" | "token">,
    visitor: Visitor,
  ): Promise<void> {
    if (key !== undefined && (await firstAccountKey.isValid(key))) return;
    const identity = token ? await dependencies.authenticate(token, visitor) : undefined;
    const isOperator =
      identity?.kind === "principal" &&
      identity.principal.accountId === firstAccount &&
      mayDo(identity.principal, "admin");
    if (isOperator) return;
    throw refuse(
      "forbidden",
      key === undefined
        ? "open the link that Gaffe printed in its terminal when it started, or send the token of its first start (or GAFFE_INIT_TOKEN)"
        : "this link is no longer valid: open the one that Gaffe printed at its last start, or restart it",
      "token",
    );
  }

  async function first(
    { email, passwordHash }: { email: string; passwordHash: string },
    visitor: Visitor,
    method?: SignInMethod,
  ): Promise<SignedUp> {
    const user: User = { id: randomId("user"), accountId: firstAccount, email, role: "admin", createdAt: now() };
    if (!(await users.addFirst({ ...user, passwordHash }))) {
      throw refuse("conflict", "another user signed up first: sign in, or ask them to invite you");
    }
    return welcome(user, visitor, {}, method);
  }

  async function newAccount(email: string, passwordHash: string, visitor: Visitor): Promise<SignedUp> {
    if (await users.find(email)) throw addressConflict();
    const accountId = asAccountId(randomId("account"));
    const id = asProjectId(randomId("project"));
    const createdAt = now();
    await dependencies.projects.add({ id, accountId, name: "Global", createdAt });
    dependencies.projectChanged(id);
    return welcome(await added({ accountId, email, role: "admin", passwordHash }), visitor);
  }

  async function added(facts: {
    accountId: AccountId;
    email: string;
    role: Role;
    passwordHash: string;
    isEmailUnproven?: true;
  }): Promise<User> {
    const { passwordHash, ...rest } = facts;
    const user: User = { id: randomId("user"), ...rest, createdAt: now() };
    if (!(await users.add({ ...user, passwordHash }))) throw addressConflict();
    return user;
  }

  async function welcome(user: User, visitor: Visitor, life: TokenLife = {}, method?: SignInMethod): Promise<SignedUp> {
    await recordAuditEntry(user, "sign-up", `Signed up as ${user.role}`, visitor);
    const [signedIn, token] = [await sessions.begin(user, visitor, method), await ownToken(user, life)];
    return token === undefined ? signedIn : { ...signedIn, token };
  }

  /** Reports an existing account by email only, so that the response does not reveal it. */
  async function offer(email: string): Promise<void> {
    if (await users.find(email)) return accountEmails.post({ kind: "known" }, email, `${baseUrl()}/sign-in`);
    const { url } = await makeLink(email, { kind: "sign_up" });
    accountEmails.post({ kind: "sign_up" }, email, url);
  }

  async function makeLink(email: string, purpose: MailedLink["purpose"], shown?: string) {
    const secret = newKey();
    const createdAt = now();
    const expiresAt = createdAt + linkLifeMs[purpose.kind];
    const link = { id: randomId("link"), email: email.toLowerCase(), createdAt, expiresAt, purpose };
    await links.add(link, sha256Of(secret), shown === undefined ? undefined : sha256Of(shown));
    return { link, url: joinUrl(secret) };
  }

  function joinUrl(secret: string): string {
    return `${baseUrl()}/join#${secret}`;
  }
}

const addressConflict = () => refuse("conflict", "this address cannot sign up: sign in with it, or set a new password");
