import type { AccountId, ProjectId } from "../platform/ids.ts";

/** Somebody wants to change something, and may: who, what, from where. Never contents, passwords, keys or tokens. */
export interface AuditIntent {
  readonly accountId: AccountId;
  readonly projectId?: ProjectId;
  /** Unix milliseconds. */
  readonly at: number;
  /** `user:<e-mail>`, `token:<name>` or `local`. */
  readonly actor: string;
  /** Network address that it came from. */
  readonly from: string;
  readonly requestId: string;
  /** `PATCH /monitors/:id`, or what happened at the door: `sign-in`. */
  readonly action: string;
  /** The action in words. */
  readonly what: string;
  /** The ids in the path, and of what was made. */
  readonly target?: Readonly<Record<string, string>>;
  /** Which fields were sent; with values where they are short and no secret. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** `unknown`: the process ended in between. */
export const auditOutcomes = ["done", "failed", "unknown"] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export interface AuditEntry extends AuditIntent {
  /** Counted from 1 within the account. */
  readonly number: number;
  readonly outcome: AuditOutcome;
  /** SHA-256 over the hash of the entry before and this entry: who changes one must change all that follow. */
  readonly hash: string;
}
