import type { AccountId, ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { ProjectRole, Role } from "../../server/index.ts";
import type { MailedLink, Session, SignInMethod, User } from "../account.ts";
import type { AuditEntry, AuditIntent, AuditOutcome } from "../audit.ts";
import type { KnownRecipient, Recipient } from "../recipients/recipient.ts";

/** Users of all accounts. Secrets are stored only as their SHA-256. */
export interface UserStore {
  /** Returns whether the installation has any user. */
  any(): Promise<boolean>;
  /** `passwordHash` is argon2id in PHC text form. Returns false when the address exists, ignoring case. */
  add(user: User & { readonly passwordHash: string }): Promise<boolean>;
  /** Like `add`, if no user exists yet. Of two concurrent calls, one succeeds. */
  addFirst(user: User & { readonly passwordHash: string }): Promise<boolean>;
  /** Oldest first. */
  list(account: AccountId): Promise<readonly User[]>;
  /** Like `list`, without those whose role in the project is `none`. */
  listReaching(account: AccountId, project: ProjectId): Promise<readonly User[]>;
  /** Finds a user by address, ignoring case. */
  find(email: string): Promise<(User & { readonly passwordHash: string }) | undefined>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  /**
   * Changes nothing when the account would have no admin left. Revokes the user's personal tokens that the role does
   * not allow, as of `at` (Unix milliseconds).
   */
  setRole(account: AccountId, id: string, role: Role, at: number): Promise<"done" | "missing" | "last_admin">;
  /** Like `setRole`; also ends the user's sessions and all of their personal tokens. */
  remove(account: AccountId, id: string, at: number): Promise<"done" | "missing" | "last_admin">;
}

/** Roles of users in single projects, where they differ from the role in the account. */
export interface ProjectRoleStore {
  of(userId: string): Promise<ReadonlyMap<ProjectId, ProjectRole>>;
  /** By user id. */
  list(project: ProjectId): Promise<ReadonlyMap<string, ProjectRole>>;
  /**
   * Sets the role in a project; undefined: that in the account. Revokes the personal tokens that it does not allow, as
   * of `at` (Unix milliseconds). Changes nothing for an admin of the account, or when no active project would be left.
   */
  set(
    account: AccountId,
    change: {
      readonly project: ProjectId;
      readonly userId: string;
      readonly role: ProjectRole | undefined;
      readonly at: number;
    },
  ): Promise<"done" | "missing" | "account_admin" | "last_project">;
}

export interface SessionFound {
  readonly session: Session;
  readonly user: User;
  /** The account requires a second factor of passwords, which the user has not set up yet. */
  readonly isEnrolling: boolean;
}

export interface SessionStore {
  /** Also deletes expired sessions. `password` is the default method. */
  add(session: Session, sha256: string, method?: SignInMethod): Promise<void>;
  /** Returns the session with the user's current data. Expired sessions are still returned. */
  find(sha256: string): Promise<SessionFound | undefined>;
  /** Advances the last use of the session and its user; never moves it back. */
  touch(id: string, at: number): Promise<void>;
  /** Newest first. */
  list(userId: string): Promise<readonly Session[]>;
  /** Ends one session of the user, all of them, or all but one. Returns the number ended. */
  end(userId: string, which: { readonly id?: string; readonly except?: string }): Promise<number>;
}

export interface MailedLinkStore {
  /**
   * Replaces an earlier link for the same purpose and address; also deletes expired links. `shownSha256`: of a second
   * secret, which was not mailed.
   */
  add(link: MailedLink, sha256: string, shownSha256?: string): Promise<void>;
  /** Returns the link unless it has expired at `at`. */
  find(sha256: string, at: number): Promise<MailedLink | undefined>;
  /** Like `find`, and consumes the link: of two concurrent callers, one receives it. */
  take(sha256: string, at: number): Promise<MailedLink | undefined>;
  /** Takes the newest valid invitation of an address: of two concurrent callers, one receives it. */
  takeInvitation(email: string, at: number): Promise<MailedLink | undefined>;
  /** Pending invitations, newest first, including expired ones. */
  invitations(account: AccountId): Promise<readonly MailedLink[]>;
  withdraw(account: AccountId, id: string): Promise<boolean>;
}

/** Addresses that may be emailed or not, by account. */
export interface RecipientStore {
  /** By address in lower case. With a project, members who do not reach it are marked. */
  find(
    account: AccountId,
    addresses: readonly string[],
    project?: ProjectId,
  ): Promise<ReadonlyMap<string, KnownRecipient>>;
  /** Stores that these wait for an answer, in place of an earlier answer. */
  request(recipients: readonly Recipient[]): Promise<void>;
  /** Returns false when the request has expired at `at`, or a newer one replaced it. A member's address is proven. */
  confirm(
    account: AccountId,
    address: string,
    when: { readonly requestedAt: number; readonly at: number },
  ): Promise<boolean>;
  unsubscribe(account: AccountId, address: string, at: number): Promise<void>;
}

/** Counts attempts across all replicas, in windows of fixed length that begin with the first attempt. */
export interface AttemptStore {
  /** Counts an attempt. Returns the count in the window, and the end of the window (Unix milliseconds). */
  count(key: string, at: number, windowMs: number): Promise<{ readonly count: number; readonly endsAt: number }>;
  remove(key: string): Promise<void>;
}

export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
}

/**
 * The audit log. An intent is on disk before the change is made and becomes an entry with its outcome; an
 * intent whose process ended becomes an `unknown` entry ten minutes later, with the next intent of the
 * account. Entries are numbered, chained by hashes, and neither changed nor deleted.
 */
export interface AuditLog {
  begin(intent: AuditIntent): Promise<string>;
  /** Without an outcome nothing was changed, and no entry is written. `made` joins the target. */
  end(id: string, outcome?: AuditOutcome, made?: Readonly<Record<string, string>>): Promise<void>;
  /** Newest first. */
  list(account: AccountId, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
  /** Verifies the whole chain. `brokenAt` is the first entry with a wrong hash or number. */
  verify(account: AccountId): Promise<{ readonly entries: number; readonly head?: string; readonly brokenAt?: number }>;
}
