import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Handles } from "../storage/index.ts";
import { createAccountEmails } from "./emails/account-emails.ts";
import { firstStart } from "./first-start.ts";
import { createMailLimits } from "./recipients/mail-limits.ts";
import { createRecipients } from "./recipients/recipients.ts";
import { createAttemptStore } from "./records/attempts.ts";
import { createAuditLog } from "./records/audit-log.ts";
import { createMailedLinkStore } from "./records/mailed-links.ts";
import { createProjectRoleStore } from "./records/project-roles.ts";
import { createProjectStore, type SetUpProject } from "./records/projects.ts";
import { createRecipientStore } from "./records/recipients.ts";
import { createSecondFactorStore } from "./records/second-factors.ts";
import { createSessionStore } from "./records/sessions.ts";
import { createSsoIdentityStore } from "./records/sso-identities.ts";
import { createTokenStore } from "./records/tokens.ts";
import { createUserStore } from "./records/users.ts";
import { createAudited } from "./routes/audited.ts";
import { routes } from "./routes/index.ts";
import { createAuthenticate } from "./sign-in/authenticate.ts";
import {
  type AuthenticationServiceDependencies,
  createAuthenticationService,
} from "./sign-in/authentication-service.ts";

interface AccountsDependencies
  extends Pick<AuthenticationServiceDependencies, "mail" | "signUp" | "sso" | "projectChanged"> {
  readonly handles: Pick<Handles, "db" | "box" | "telemetry" | "baseUrl" | "now">;
  /** Addresses and domains (`@example.org`) that may be emailed without their confirmation. */
  readonly trustedRecipients: readonly string[];
  /** Adds what every new project starts with, in the transaction that adds the project. */
  readonly setUpProject: SetUpProject;
  /** Token and user of the first start, from the settings. */
  readonly init: Parameters<typeof firstStart>[0]["init"];
  /** Whether only this machine can reach the service. */
  readonly loopbackOnly: boolean;
  /** How long a known token stays valid while the records are unreachable. */
  readonly tokenGraceMs: number;
}

export type Accounts = Awaited<ReturnType<typeof startAccounts>>;

/** Creates the first account at the first start, and authenticates requests. */
export async function startAccounts({
  handles,
  setUpProject,
  init,
  signUp,
  sso,
  mail,
  trustedRecipients: trusted,
  projectChanged,
  loopbackOnly,
  tokenGraceMs: graceMs,
}: AccountsDependencies) {
  const { db, box, telemetry, baseUrl, now } = handles;
  const projects = createProjectStore(db, setUpProject);
  const tokens = createTokenStore(db);
  const users = createUserStore(db);
  const projectRoles = createProjectRoleStore(db);
  const mailedLinks = createMailedLinkStore(db);
  const audit = createAuditLog(db);
  const { token: firstToken } = await firstStart({ projects, tokens, users, init, now });
  if (!loopbackOnly && !baseUrl().startsWith("https:")) warnOfReadablePasswords(telemetry);
  const { emit } = telemetry;
  const authenticate = createAuthenticate({ tokens, graceMs, now, emit });
  const attempts = createAttemptStore(db);
  const mailLimits = createMailLimits({ attempts, now });
  const accountEmails = createAccountEmails({ mail, emit });
  const stores = { recipients: createRecipientStore(db) };
  const recipients = createRecipients({ ...stores, limits: mailLimits, accountEmails, box, trusted, baseUrl, now });
  const authenticationService = createAuthenticationService({
    projects,
    tokens,
    users,
    projectRoles,
    sessions: createSessionStore(db),
    mailedLinks,
    attempts,
    secondFactors: createSecondFactorStore(db, box),
    ssoIdentities: createSsoIdentityStore(db),
    box,
    ...(sso === undefined ? {} : { sso }),
    mailLimits,
    recipients,
    audit,
    mail,
    signUp,
    projectChanged,
    authenticate,
    baseUrl,
    now,
    emit,
  });
  return {
    projects,
    users,
    recipients,
    mailLimits,
    firstToken,
    authenticate,
    authenticationService,
    audited: createAudited({ audit, telemetry, now }),
    routes: routes({
      audit,
      authenticationService,
      mailedLinks,
      projects,
      projectRoles,
      projectChanged,
      recipients,
      tokens,
      users,
      now,
    }),
  };
}

function warnOfReadablePasswords({ emit }: Telemetry): void {
  emit({
    kind: "sign-in-without-tls",
    level: "warn",
    message:
      "passwords and sessions cross the network readable: put TLS in front and set GAFFE_PUBLIC_URL to its https address (docs/accounts.md)",
  });
}
