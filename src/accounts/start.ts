import type { Records } from "../app/records/open.ts";
import { isForThisMachine, type Settings } from "../app/settings/settings.ts";
import { createAccountMail } from "../notifications/channels/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Authenticate } from "./sign-in/authenticate.ts";
import { type AuthenticationService, createAuthenticationService } from "./sign-in/authentication-service.ts";

interface AccountsDependencies {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly records: Records;
  readonly authenticate: Authenticate;
  readonly projectChanged: (project: ProjectId) => void;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Assembles authentication, with account emails through the configured SMTP server. */
export function assembleAccounts({
  settings,
  telemetry,
  records,
  ...rest
}: AccountsDependencies): AuthenticationService {
  const { smtpUrl, smtpFrom, signUp } = settings;
  if (!isForThisMachine(settings) && !rest.baseUrl().startsWith("https:")) {
    telemetry.emit({
      kind: "sign-in-without-tls",
      level: "warn",
      message:
        "passwords and sessions cross the network readable: put TLS in front and set GAFFE_PUBLIC_URL to its https address (docs/accounts.md)",
    });
  }
  return createAuthenticationService({
    ...records,
    ...rest,
    signUp,
    mail: createAccountMail({ from: smtpFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) }),
    emit: telemetry.emit,
  });
}
