import type { Kysely } from "kysely";
import type { User } from "../accounts/account.ts";
import { createAuditLog } from "../accounts/records/audit-log.ts";
import { createMailedLinkStore } from "../accounts/records/mailed-links.ts";
import { createSecondFactorStore } from "../accounts/records/second-factors.ts";
import { createUserStore } from "../accounts/records/users.ts";
import { createResetLinks } from "../accounts/sign-in/reset-links.ts";
import type { SealedBox } from "../platform/crypto/sealed-box.ts";
import { Failure } from "../platform/failure.ts";
import type { Tables } from "../storage/records/tables.ts";
import { boxOf } from "./engines.ts";
import { openRecords } from "./records/open.ts";
import { baseUrlOf, readSettings } from "./settings/settings.ts";

const clearing = "--second-factor";

/**
 * Creates a password reset link for the user of this address: for the operator, when no user can sign in and
 * no email is sent. With `--second-factor`, also turns off their two-factor sign-in. The service may be running.
 */
export async function resetPassword(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<string> {
  const email = args.find((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== clearing);
  if (email === undefined || unknown !== undefined) {
    throw new Failure("caller", `whose? npm run reset-password -- ann@example.org [${clearing}]`);
  }
  const settings = readSettings(environment);
  if (settings.sso?.isOnly) throw new Failure("caller", "passwords are turned off by GAFFE_OIDC_ONLY");
  await using records = await openRecords(settings.records, { box: boxOf(settings) });
  const user = await createUserStore(records.db).find(email);
  if (!user) throw new Failure("caller", `No user exists with the address ${email}`);
  const baseUrl = () => baseUrlOf(settings, settings.port);
  const { url, expiresAt } = await createResetLinks({
    links: createMailedLinkStore(records.db),
    baseUrl,
    now: Date.now,
  })(user);
  const link = `Valid once, until ${new Date(expiresAt).toISOString()}:\n${url}`;
  if (!args.includes(clearing)) return link;
  return `${await clearSecondFactor(records.db, boxOf(settings), user)}\n\n${link}`;
}

/** The audit log says that it was done at the machine: no password and no code was needed. */
async function clearSecondFactor(db: Kysely<Tables>, box: SealedBox, { id, email, accountId }: User): Promise<string> {
  const audit = createAuditLog(db);
  const entry = await audit.begin({
    accountId,
    at: Date.now(),
    actor: "operator",
    from: "command line",
    requestId: "",
    action: "second-factor-reset",
    what: `Turned off the two-factor sign-in of ${email}`,
    target: { id },
  });
  const wasOn = await createSecondFactorStore(db, box).remove(id);
  await audit.end(entry, "done");
  return wasOn ? `The two-factor sign-in of ${email} is off.` : `${email} has no two-factor sign-in.`;
}
