import type { User } from "../account.ts";

/** Which person of a provider is which user. */
export interface SsoIdentityStore {
  /** Returns the linked user. */
  find(issuer: string, subject: string): Promise<User | undefined>;
  /** Returns false if the subject, or the user at this issuer, is linked already. */
  link(identity: { issuer: string; subject: string; userId: string; createdAt: number }): Promise<boolean>;
}
