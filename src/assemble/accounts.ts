import type { Authenticate } from "../access/authenticate.ts";
import { createDoor, type Door } from "../access/door.ts";
import { createAccountMail } from "../channels/index.ts";
import { isForThisMachine, type Settings } from "../config/settings.ts";
import { defaultMonitors } from "../domain/default-monitors.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Records } from "../storage/records/open.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

interface Needs {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly records: Records;
  readonly authenticate: Authenticate;
  readonly monitorsChanged: (project: ProjectId) => void;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** How people get in, with their letters through the mail server of the settings. */
export function assembleAccounts({ settings, telemetry, records, ...rest }: Needs): Door {
  const { smtpUrl, smtpFrom, signUp } = settings;
  if (!isForThisMachine(settings) && !rest.baseUrl().startsWith("https:")) {
    telemetry.emit({
      kind: "sign-in-without-tls",
      level: "warn",
      message:
        "passwords and sessions cross the network readable: put TLS in front and set GAFFE_BASE_URL to its https address (docs/accounts.md)",
    });
  }
  return createDoor({
    ...records,
    ...rest,
    defaultMonitors,
    signUp,
    mail: createAccountMail({ from: smtpFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) }),
    emit: telemetry.emit,
  });
}
