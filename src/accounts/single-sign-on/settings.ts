import type { Role } from "../../server/index.ts";

/** The OpenID Connect provider of the installation, as its operator sets it. */
export interface SingleSignOnSettings {
  /** The operator's choice: unlike the endpoints of users, it may be in a private network. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client, which is protected by PKCE alone. */
  readonly clientSecret?: string;
  /** What the button says after "Sign in with". */
  readonly label: string;
  /** In lower case; empty: every domain. */
  readonly emailDomains: readonly string[];
  /** What people without an account and without an invitation get in the first account; absent: nothing. */
  readonly newUsers?: Role;
  /** Passwords are turned off. */
  readonly isOnly: boolean;
}
