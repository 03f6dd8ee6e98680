import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { createAuditRecorder } from "../audit-recorder.ts";
import { createAccountEmails } from "../emails/account-emails.ts";
import type { AccountMail } from "../ports/account-mail.ts";
import type {
  AttemptStore,
  AuditLog,
  MailedLinkStore,
  ProjectRoleStore,
  SessionStore,
  UserStore,
} from "../ports/accounts.ts";
import type { SecondFactorStore } from "../ports/second-factors.ts";
import type { SsoIdentityStore } from "../ports/sso-identities.ts";
import { createRequireCode } from "../second-factor/require-code.ts";
import { createSecondFactor } from "../second-factor/second-factor.ts";
import { createFlowCookie } from "../single-sign-on/flow-cookie.ts";
import { createOidcClient } from "../single-sign-on/oidc-client.ts";
import type { SingleSignOnSettings } from "../single-sign-on/settings.ts";
import { createSingleSignOn } from "../single-sign-on/single-sign-on.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import { createSessionCookie } from "./cookie.ts";
import { createFirstAccountKey } from "./first-account-key.ts";
import { createPasswordReset } from "./password-reset.ts";
import { createPasswords, passwordsTurnedOff } from "./passwords.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp, type SignUpDependencies } from "./sign-up.ts";
import { createThrottle } from "./throttle.ts";
import { createWho } from "./who.ts";

export interface AuthenticationServiceDependencies
  extends Pick<
    SignUpDependencies,
    | "projects"
    | "tokens"
    | "projectChanged"
    | "authenticate"
    | "signUp"
    | "mailLimits"
    | "recipients"
    | "baseUrl"
    | "now"
    | "emit"
  > {
  readonly users: UserStore;
  readonly projectRoles: Pick<ProjectRoleStore, "of">;
  readonly sessions: SessionStore;
  readonly mailedLinks: MailedLinkStore;
  readonly attempts: AttemptStore;
  readonly secondFactors: SecondFactorStore;
  readonly ssoIdentities: SsoIdentityStore;
  /** Seals sign-ins that wait for the provider. */
  readonly box: SealedBox;
  /** Absent: nobody signs in by a provider. */
  readonly sso?: SingleSignOnSettings;
  readonly audit: Pick<AuditLog, "begin" | "end">;
  readonly mail: AccountMail;
}

export type AuthenticationService = ReturnType<typeof createAuthenticationService>;

/** Combines sign-up, sign-in, sessions and sign-out. */
export function createAuthenticationService({
  sessions: store,
  mailedLinks: links,
  attempts,
  secondFactors,
  ssoIdentities,
  box,
  sso,
  audit,
  mail,
  ...dependencies
}: AuthenticationServiceDependencies) {
  const { now, emit, baseUrl } = dependencies;
  const overTls = baseUrl().startsWith("https:");
  const cookie = createSessionCookie({ overTls });
  const sessions = createBrowserSessions({ sessions: store, cookie, now, emit });
  const accountEmails = createAccountEmails({ mail, emit });
  const firstAccountKey = createFirstAccountKey({ links, baseUrl, now });
  const shared = {
    ...dependencies,
    firstAccountKey,
    links,
    sessions,
    accountEmails,
    passwords: sso?.isOnly ? passwordsTurnedOff(sso.label) : createPasswords(),
    throttle: createThrottle({ attempts, now }),
    recordAuditEntry: createAuditRecorder({ audit, now }),
  };
  const requireCode = createRequireCode({ ...shared, secondFactors });
  const signIn = createSignIn({ ...shared, requireCode });
  const { bySso, ...signUp } = createSignUp(shared);
  const singleSignOn =
    sso &&
    createSingleSignOn({
      ...shared,
      settings: sso,
      client: createOidcClient({ settings: sso, redirectUri: () => `${baseUrl()}/sso`, now }),
      flowCookie: createFlowCookie({ box, overTls, now }),
      identities: ssoIdentities,
      signUp: bySso,
    });
  return {
    ...signIn,
    ...signUp,
    singleSignOn,
    takesPasswords: sso?.isOnly !== true,
    secondFactor: createSecondFactor({ ...shared, ...signIn, secondFactors, requireCode }),
    reset: createPasswordReset({ ...shared, requireCode }),
    sessions,
    makeFirstAccountLink: (processName: string) => firstAccountKey.makeLink(processName),
    canMail: mail.canSend,
    who: createWho({ ...dependencies, sessions }),
  };
}
