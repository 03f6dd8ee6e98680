import type { AccountId } from "../platform/ids.ts";
import type { Role } from "../server/index.ts";

/** A member of an account. Times are Unix milliseconds. */
export interface User {
  readonly id: string;
  readonly accountId: AccountId;
  /** Sign-in address in lower case; also receives notifications. */
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly lastSeenAt?: number;
  /** They joined by a link that was not mailed, so the address may be another person's: it gets no notifications. */
  readonly isEmailUnproven?: true;
}

/** How a person proved who they are. */
export type SignInMethod = "password" | "sso";

/** A signed-in browser. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** Network address from which the session was created. */
  readonly address: string;
  /** User-Agent header, truncated. */
  readonly agent: string;
}

const hourMs = 3_600_000;

/** A session expires after three days without use, and after thirty days at the latest. */
export const sessionLife = { idleMs: 72 * hourMs, longestMs: 30 * 24 * hourMs } as const;

export const isAlive = ({ createdAt, lastSeenAt }: Session, at: number): boolean =>
  at - lastSeenAt < sessionLife.idleMs && at - createdAt < sessionLife.longestMs;

/**
 * A link with a single-use secret: joins an account, creates one, or sets a new password. `email` is its recipient; a
 * link for the first account is printed in a terminal and has the name of the process there.
 */
export interface MailedLink {
  readonly id: string;
  readonly email: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly purpose: LinkPurpose;
  /** Found by the secret that was shown to the admin: it does not prove the address. */
  readonly isShown?: true;
}

type LinkPurpose =
  | { readonly kind: "invitation"; readonly accountId: AccountId; readonly role: Role; readonly madeBy: string }
  | { readonly kind: "sign_up" }
  | { readonly kind: "first_account" }
  | { readonly kind: "reset"; readonly userId: string };

/** Validity of each kind of link, in milliseconds. */
export const linkLifeMs: Readonly<Record<LinkPurpose["kind"], number>> = {
  invitation: 7 * 24 * hourMs,
  sign_up: 24 * hourMs,
  first_account: 7 * 24 * hourMs,
  reset: hourMs,
};
