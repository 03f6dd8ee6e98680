import type { Page, PageRequest } from "../../datapoints/ports/datapoint-reader.ts";
import type { AccountId } from "../../platform/ids.ts";
import type { Role } from "../../server/access.ts";
import type { MailedLink, Session, User } from "../account.ts";
import type { AuditEntry, AuditIntent, AuditOutcome } from "../audit.ts";

/** Part of the records, with their promises (see records.ts). Secrets never get here, only their SHA-256. */
export interface UserStore {
  /** False as long as nobody has signed up in the whole installation. */
  any(): Promise<boolean>;
  /** `passwordHash` is argon2id in PHC text form. False when the address is taken, in any case of letters. */
  add(user: User & { readonly passwordHash: string }): Promise<boolean>;
  /** The same, if nobody else is there yet: of two who try at once, one succeeds. */
  addFirst(user: User & { readonly passwordHash: string }): Promise<boolean>;
  /** Oldest first. */
  list(account: AccountId): Promise<readonly User[]>;
  /** By address, in any case of letters. */
  find(email: string): Promise<(User & { readonly passwordHash: string }) | undefined>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  /** Changes nothing when it would leave the account without an admin. */
  setRole(account: AccountId, id: string, role: Role): Promise<"done" | "missing" | "last_admin">;
  /** The same promise; with the user go the sessions. */
  remove(account: AccountId, id: string): Promise<"done" | "missing" | "last_admin">;
}

export interface SessionStore {
  /** Forgets sessions that are over as well. */
  add(session: Session, sha256: string): Promise<void>;
  /** With the user as it is now. Sessions that are over are still found. */
  find(sha256: string): Promise<{ readonly session: Session; readonly user: User } | undefined>;
  /** Last use moves forward only, of the session and its user. */
  touch(id: string, at: number): Promise<void>;
  /** Newest first. */
  list(userId: string): Promise<readonly Session[]>;
  /** Ends one session of the user, or all of them, or all but one. Returns how many. */
  end(userId: string, which: { readonly id?: string; readonly except?: string }): Promise<number>;
}

export interface MailedLinkStore {
  /** Takes the place of an earlier link for the same purpose and address; forgets expired ones as well. */
  add(link: MailedLink, sha256: string): Promise<void>;
  /** If it has not expired at `at`. */
  find(sha256: string, at: number): Promise<MailedLink | undefined>;
  /** The same, and it is used up: of two who take it, one gets it. */
  take(sha256: string, at: number): Promise<MailedLink | undefined>;
  /** Invitations that nobody has accepted, newest first, expired ones too. */
  invitations(account: AccountId): Promise<readonly MailedLink[]>;
  withdraw(account: AccountId, id: string): Promise<boolean>;
}

/** Counts tries over all replicas, in windows of fixed length that begin with the first try. */
export interface AttemptStore {
  /** Counts one more. Returns how many it makes in the window, and when that ends (Unix milliseconds). */
  count(key: string, at: number, windowMs: number): Promise<{ readonly count: number; readonly endsAt: number }>;
  forget(key: string): Promise<void>;
}

export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
}

/**
 * What people changed. An intent is on disk before anything is done, and becomes an entry with its outcome when it is
 * over; an intent whose process ended becomes one of outcome `unknown` ten minutes later, with the next intent of the
 * account. Entries are numbered, chained by hashes, and neither changed nor deleted.
 */
export interface AuditLog {
  begin(intent: AuditIntent): Promise<string>;
  /** Without an outcome nothing was done, and nothing is told. `made` joins the target. */
  end(id: string, outcome?: AuditOutcome, made?: Readonly<Record<string, string>>): Promise<void>;
  /** Newest first. */
  list(account: AccountId, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
  /** Goes through the whole chain. `brokenAt` is the first entry whose hash or number is not what it must be. */
  verify(account: AccountId): Promise<{ readonly entries: number; readonly head?: string; readonly brokenAt?: number }>;
}
