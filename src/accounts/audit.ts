import type { AccountId, ProjectId } from "../platform/ids.ts";

/**
 * An authorized change before it is made: actor, action and origin. Never contains contents, passwords, keys
 * or tokens.
 */
export interface AuditIntent {
  readonly accountId: AccountId;
  readonly projectId?: ProjectId;
  /** Unix milliseconds. */
  readonly at: number;
  /** `user:<email>`, `token:<name>` or `local`. */
  readonly actor: string;
  /** Id of the token that acted: names of tokens are not unique. */
  readonly tokenId?: string;
  /** Network address of the client. */
  readonly from: string;
  readonly requestId: string;
  /** `PATCH /monitors/:id`, or an action of the authentication service such as `sign-in`. */
  readonly action: string;
  /** Description of the action for people. */
  readonly what: string;
  /** Ids in the path and of created objects. */
  readonly target?: Readonly<Record<string, string>>;
  /** Names of the fields that were sent, with values that are short and not secret. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** `unknown`: the process ended before the outcome was recorded. */
export const auditOutcomes = ["done", "failed", "unknown"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export interface AuditEntry extends AuditIntent {
  /** Sequence number within the account, from 1. */
  readonly number: number;
  readonly outcome: AuditOutcome;
  /** SHA-256 of the previous entry's hash and this entry, so changing one entry invalidates all later ones. */
  readonly hash: string;
}
