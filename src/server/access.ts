import type { AccountId, ProjectId } from "../platform/ids.ts";

/** What a token may do. `write` includes `read`; `admin` includes everything; `ingest` only sends. */
export const scopes = ["ingest", "read", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** What a person is to an account, from the least to the most. */
export const roles = ["viewer", "member", "admin"] as const;
export type Role = (typeof roles)[number];

/** What a person of a role may do, in the scopes of tokens: nobody can make a token that may do more than its maker. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ["read"],
  member: ["ingest", "write"],
  admin: ["admin"],
};

/** The least role whose scopes hold this one. */
export const leastRoleFor: Readonly<Record<Scope, Role>> = {
  ingest: "member",
  read: "viewer",
  write: "member",
  admin: "admin",
};

const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** Who sends a request, and by what right. Every request acts inside one project. */
export interface Principal {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly scopes: readonly Scope[];
  /** For activity logs: `token:<name>`, `user:<e-mail>`, `local` or `anyone`. */
  readonly actor: string;
  readonly by: Credential;
}

/** What a request is let in by: a token, a session of a person, or that it comes from this machine. */
type Credential =
  | { readonly kind: "token"; readonly id: string; readonly name: string }
  | {
      readonly kind: "user";
      readonly id: string;
      readonly email: string;
      readonly role: Role;
      readonly sessionId: string;
    }
  | { readonly kind: "local" };

export function mayDo(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal;
  return scopes.includes("admin") || scopes.includes(scope) || (scope === "read" && scopes.includes("write"));
}

/** What a route asks for: a scope of a token, and the least role of a person; the role follows from the scope unless told. */
export interface Need {
  readonly scope: Scope;
  readonly role?: Role;
  /** It is about the person: no token will do. */
  readonly people?: true;
}

/** True where a token has the scope, or a person at least the role. */
export function fulfils(principal: Principal, { scope, role = leastRoleFor[scope], people }: Need): boolean {
  return principal.by.kind === "user" ? isAtLeast(principal.by.role, role) : people !== true && mayDo(principal, scope);
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
  /** When its project was archived: until that is taken back, the token is refused. */
  readonly archivedAt?: number;
  /** Who made it: an actor as in activity logs. */
  readonly madeBy?: string;
}

export const isUsable = (token: Token, at: number): boolean =>
  token.revokedAt === undefined &&
  token.archivedAt === undefined &&
  (token.expiresAt === undefined || token.expiresAt > at);

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
  /** From then on it is out of sight, and its tokens are refused. */
  readonly archivedAt?: number;
}
