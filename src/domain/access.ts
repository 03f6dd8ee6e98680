import type { AccountId, ProjectId } from "./ids.ts";

/** What a token may do. `write` includes `read`; `admin` includes everything; `ingest` only sends. */
export const scopes = ["ingest", "read", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** Who sends a request: a token, or whoever sits at this machine. Every request acts inside one project. */
export interface Principal {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly scopes: readonly Scope[];
  /** For activity logs: `token:<name>` or `local`. */
  readonly actor: string;
}

export function mayDo(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal;
  return scopes.includes("admin") || scopes.includes(scope) || (scope === "read" && scopes.includes("write"));
}

/** A token without its secret. Times are Unix milliseconds. */
export interface Token {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** First characters of the secret, to recognise it by. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly lastUsedAt?: number;
  readonly revokedAt?: number;
}

export const isUsable = (token: Token, at: number): boolean =>
  token.revokedAt === undefined && (token.expiresAt === undefined || token.expiresAt > at);

export const languages = ["typescript", "python"] as const;
type Language = (typeof languages)[number];

/** A separate set of data inside an account. */
export interface Project {
  readonly id: ProjectId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly language?: Language;
  /** Unix milliseconds. */
  readonly createdAt: number;
}
