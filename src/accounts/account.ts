import type { AccountId } from "../platform/ids.ts";
import type { Role } from "../server/access.ts";

/** A person of an account. Times are Unix milliseconds. */
export interface User {
  readonly id: string;
  readonly accountId: AccountId;
  /** As signed up with, in lower case: notifications go there. */
  readonly email: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly lastSeenAt?: number;
}

/** A browser that a person signed in with. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** Where it was made. */
  readonly address: string;
  /** What the browser calls itself, cut. */
  readonly agent: string;
}

const hourMs = 3_600_000;

/** A session that nobody uses ends after three days, any session after thirty. */
export const sessionLife = { idleMs: 72 * hourMs, longestMs: 30 * 24 * hourMs } as const;

export const isAlive = ({ createdAt, lastSeenAt }: Session, at: number): boolean =>
  at - lastSeenAt < sessionLife.idleMs && at - createdAt < sessionLife.longestMs;

/**
 * A link that holds a secret, valid once: it lets somebody join an account, have an account of their own, or set a new
 * password.
 */
export interface MailedLink {
  readonly id: string;
  readonly email: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly purpose: LinkPurpose;
}

type LinkPurpose =
  | { readonly kind: "invitation"; readonly accountId: AccountId; readonly role: Role; readonly madeBy: string }
  | { readonly kind: "sign_up" }
  | { readonly kind: "reset"; readonly userId: string };

/** How long each kind of link is valid. */
export const linkLifeMs: Readonly<Record<LinkPurpose["kind"], number>> = {
  invitation: 7 * 24 * hourMs,
  sign_up: 24 * hourMs,
  reset: hourMs,
};
