import { type AccountId, firstAccount, type ProjectId } from "../platform/ids.ts";

/** Scopes of a token. `write` includes `read`; `admin` includes everything; `ingest` only sends. */
export const scopes = ["ingest", "read", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

/** Roles of a user in an account, lowest first. */
export const roles = ["viewer", "member", "admin"] as const;
export type Role = (typeof roles)[number];

/** Role of a user in one project; `none`: the project does not exist for them. */
export const projectRoles = ["none", ...roles] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** Returns the role in a project: an account's admin reaches everything, and others what the project says. */
export const roleIn = (accountRole: Role, given: ProjectRole | undefined): ProjectRole =>
  accountRole === "admin" ? "admin" : (given ?? accountRole);

/** Scopes of each role. A user cannot create a token with more scopes than their role has. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ["read"],
  member: ["ingest", "write"],
  admin: ["admin"],
};

/**
 * Scopes of a user in a project. The scope `admin` reaches the whole account, so an admin of one project does not have it:
 * their role lets them use the project's routes.
 */
export const scopesIn = (accountRole: Role, role: Role): readonly Scope[] =>
  scopesOfRole[role === "admin" && accountRole !== "admin" ? "member" : role];

/** The lowest role with this scope. */
export const leastRoleFor: Readonly<Record<Scope, Role>> = {
  ingest: "member",
  read: "viewer",
  write: "member",
  admin: "admin",
};

const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The authenticated client of a request. Every request acts inside one project. */
export interface Principal {
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly scopes: readonly Scope[];
  /** For activity logs: `token:<name>`, `user:<email>`, `local` or `anyone`. */
  readonly actor: string;
  readonly by: Credential;
}

/** How a request is authenticated: a token, a user's session, or local access. */
type Credential =
  | { readonly kind: "token"; readonly id: string; readonly name: string }
  | {
      readonly kind: "user";
      readonly id: string;
      readonly email: string;
      /** In the project of the request. */
      readonly role: Role;
      readonly accountRole: Role;
      readonly sessionId: string;
      /** Their account requires a second factor: until they have set it up, they may do nothing else. */
      readonly isEnrolling?: true;
    }
  | { readonly kind: "local" };

/** Returns whether the principal operates the service: an admin of the first account, or a program on this machine. */
export const isOperator = ({ accountId, by, scopes }: Principal): boolean =>
  accountId === firstAccount && (by.kind === "local" || scopes.includes("admin"));

export function mayDo(principal: Principal, scope: Scope): boolean {
  const { scopes } = principal;
  return scopes.includes("admin") || scopes.includes(scope) || (scope === "read" && scopes.includes("write"));
}

/**
 * Access requirement of a route: a token's scope, and the lowest role of a user, which defaults to
 * `leastRoleFor` of the scope.
 */
export interface Need {
  readonly scope: Scope;
  readonly role?: Role;
  /** The route concerns the signed-in user, so tokens are not accepted. */
  readonly people?: true;
  /** The route concerns the account, so the role of a user is that in the account, whatever it is in the project. */
  readonly ofAccount?: true;
  /** Also for a person who must set up a second factor first. */
  readonly whileEnrolling?: true;
}

/** Returns whether a token has the scope, or a user at least the role. */
export function fulfils(principal: Principal, need: Need): boolean {
  const { scope, role = leastRoleFor[scope], people, ofAccount, whileEnrolling } = need;
  const { by } = principal;
  if (by.kind !== "user") return people !== true && mayDo(principal, scope);
  if (by.isEnrolling && !whileEnrolling) return false;
  return isAtLeast(ofAccount ? by.accountRole : by.role, role);
}

/** A token without its secret. Times are Unix milliseconds. */
export interface Token {
  readonly id: string;
  readonly accountId: AccountId;
  readonly projectId: ProjectId;
  readonly name: string;
  /** First characters of the secret, to identify it. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly lastUsedAt?: number;
  readonly revokedAt?: number;
  /** When its project was archived. The token is refused until the project is restored. */
  readonly archivedAt?: number;
  /** The actor who created it, as in activity logs. */
  readonly madeBy?: string;
  /** Id of the user whose personal token it is: it ends with them, or with the role that allowed its scopes. */
  readonly userId?: string;
}

/** Returns whether a user may have a token with these scopes in a project. */
export function mayHaveToken(
  { accountRole, role }: { readonly accountRole: Role; readonly role: ProjectRole },
  wanted: readonly Scope[],
): boolean {
  if (role === "none") return false;
  const allowed = scopesIn(accountRole, role);
  const includes = (scope: Scope) =>
    allowed.includes("admin") || allowed.includes(scope) || (scope === "read" && allowed.includes("write"));
  return wanted.every(includes);
}

export const isUsable = (token: Token, at: number): boolean =>
  token.revokedAt === undefined &&
  token.archivedAt === undefined &&
  (token.expiresAt === undefined || token.expiresAt > at);

export const languages = ["typescript", "python"] as const;
type Language = (typeof languages)[number];

/** A separate set of data within an account. */
export interface Project {
  readonly id: ProjectId;
  readonly accountId: AccountId;
  readonly name: string;
  readonly language?: Language;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** From then on the project is hidden, and its tokens are refused. */
  readonly archivedAt?: number;
}
