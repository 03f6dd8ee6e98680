import type { AccountId, ProjectId } from "../../platform/ids.ts";
import type { Project, Token } from "../../server/index.ts";

/**
 * Records store configuration and everything that must not be written partially. Every call is one
 * transaction, on disk when it resolves; it throws Failure("dependency") with facts {reason: "unreachable"}
 * when the database does not respond. Lists without a page are short.
 */
export interface ProjectStore {
  list(account: AccountId): Promise<readonly Project[]>;
  get(id: ProjectId): Promise<Project | undefined>;
  /** Returns false, without writing, when the account has a project of that name. Creates a missing account. */
  add(project: Project): Promise<boolean>;
  /** Replaces name, language and archived state. `taken`: the account has another project of that name. */
  replace(project: Project): Promise<"done" | "missing" | "taken">;
}

export interface TokenStore {
  /** Returns false, without writing, when a token of that secret exists. */
  add(token: Token, sha256: string): Promise<boolean>;
  /** Finds by the SHA-256 of the secret; includes revoked and expired tokens and those of archived projects. */
  find(sha256: string): Promise<Token | undefined>;
  list(account: AccountId): Promise<readonly Token[]>;
  /** Returns false when the account has no such token. A second call does not change the time of revocation. */
  revoke(account: AccountId, id: string, at: number): Promise<boolean>;
  /** Advances the last use; never moves it back. */
  touch(id: string, at: number): Promise<void>;
}
