import type { IncomingHttpHeaders } from "node:http";
import { firstAccount } from "../../platform/ids.ts";
import type { Visitor } from "../../server/index.ts";
import type { User } from "../account.ts";
import type { Note } from "../audit-recorder.ts";
import type { MailedLinkStore, UserStore } from "../ports/accounts.ts";
import type { SsoIdentityStore } from "../ports/sso-identities.ts";
import type { BrowserSessions } from "../sign-in/browser-sessions.ts";
import { noPasswordHash } from "../sign-in/passwords.ts";
import { refuse } from "../sign-in/refuse.ts";
import type { SignUpBySso } from "../sign-in/sign-up.ts";
import type { Throttle } from "../sign-in/throttle.ts";
import type { createFlowCookie } from "./flow-cookie.ts";
import type { Claims, OidcClient } from "./oidc-client.ts";
import type { SingleSignOnSettings } from "./settings.ts";

interface SingleSignOnDependencies {
  readonly settings: SingleSignOnSettings;
  readonly client: OidcClient;
  readonly flowCookie: ReturnType<typeof createFlowCookie>;
  readonly identities: SsoIdentityStore;
  readonly users: Pick<UserStore, "any" | "find" | "setPassword">;
  readonly links: Pick<MailedLinkStore, "takeInvitation">;
  readonly signUp: SignUpBySso;
  readonly sessions: Pick<BrowserSessions, "begin" | "end">;
  readonly throttle: Throttle;
  readonly recordAuditEntry: Note;
  readonly now: () => number;
}

interface Start {
  /** Path to continue to. */
  readonly next: string;
  /** Key of the link for the first account. */
  readonly key?: string | undefined;
}

interface Arrived {
  readonly cookie: string;
  /** API token of a new user. */
  readonly token?: string;
}

/** Signs people in by the provider of the installation. Their second factor is the matter of the provider. */
export function createSingleSignOn(dependencies: SingleSignOnDependencies) {
  const { settings, client, flowCookie, identities, users, links, signUp, sessions, throttle, now } = dependencies;
  return {
    label: settings.label,

    /** Returns the address of the provider, and the cookie of the started sign-in. */
    async start({ next, key }: Start): Promise<{ url: string; cookie: string }> {
      const secrets = client.newSecrets();
      const url = await client.authorizationUrl(secrets);
      return { url, cookie: flowCookie.give({ ...secrets, next, ...(key === undefined ? {} : { key }) }) };
    },

    /** Finishes the sign-in that this browser started, with the query to which the provider redirected it. */
    async finish(search: string, headers: IncomingHttpHeaders, visitor: Visitor) {
      await throttle.pass({ kind: "sso", address: visitor.address });
      const flow = flowCookie.read(headers);
      if (!flow)
        throw refuse("forbidden", "this sign-in was not started in this browser, or took too long: start again");
      const claims = await client.claims(search, flow);
      const { cookie, token } = await arrive(claims, flow.key, visitor);
      return { next: flow.next, token, cookies: [cookie, flowCookie.takeBack] };
    },
  };

  async function arrive(claims: Claims, key: string | undefined, visitor: Visitor): Promise<Arrived> {
    const email = verifiedEmail(claims);
    const linked = await identities.find(claims.issuer, claims.subject);
    if (linked) {
      if (settings.emailDomains.length > 0) requireDomain(email);
      return enter(linked, visitor);
    }
    if (email === undefined) {
      throw refuse(
        "forbidden",
        `${settings.label} did not say that your email address is verified, so no account is found by it`,
      );
    }
    requireDomain(email);
    const known = await users.find(email);
    if (known) {
      await link(claims, known);
      if (known.isEmailUnproven) await lockOut(known);
      await dependencies.recordAuditEntry(known, "sso-linked", `Linked with ${settings.label}`, visitor);
      return enter(known, visitor);
    }
    const signedUp = await signUpBy(email, key, visitor);
    await link(claims, signedUp.user);
    return signedUp;
  }

  /** The first person needs the key of the terminal; later ones an invitation, unless the operator lets everybody in. */
  async function signUpBy(email: string, key: string | undefined, visitor: Visitor) {
    if (!(await users.any())) return signUp.first({ email, key }, visitor);
    const purpose = (await links.takeInvitation(email, now()))?.purpose;
    if (purpose?.kind === "invitation") {
      return signUp.add({ accountId: purpose.accountId, email, role: purpose.role }, visitor);
    }
    const role = settings.newUsers;
    if (role !== undefined) return signUp.add({ accountId: firstAccount, email, role }, visitor);
    throw refuse("forbidden", `nobody has invited ${email}: ask an admin of the account for an invitation`);
  }

  async function enter(user: User, visitor: Visitor): Promise<Arrived> {
    await dependencies.recordAuditEntry(user, "sign-in", `Signed in with ${settings.label}`, visitor);
    return sessions.begin(user, visitor, "sso");
  }

  async function link({ issuer, subject }: Claims, { id: userId }: User): Promise<void> {
    if (await identities.link({ issuer, subject, userId, createdAt: now() })) return;
    throw refuse(
      "conflict",
      `this address belongs to another person of ${settings.label}: ask the operator of the service`,
    );
  }

  /** Somebody who never proved that the address is theirs chose this password: the provider says whose it is. */
  async function lockOut({ id }: User): Promise<void> {
    await users.setPassword(id, noPasswordHash);
    await sessions.end(id, {});
  }

  function requireDomain(email: string | undefined): void {
    const { emailDomains } = settings;
    const domain = email?.slice(email.lastIndexOf("@") + 1) ?? "";
    if (emailDomains.length > 0 && !emailDomains.includes(domain)) {
      throw refuse("forbidden", "people with this email address may not sign in here");
    }
  }
}

/** An address that the provider has not verified may belong to somebody else. */
const verifiedEmail = ({ email, isEmailVerified }: Claims) => (isEmailVerified ? email : undefined);
