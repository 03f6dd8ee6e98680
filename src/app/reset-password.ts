import { createMailedLinkStore } from "../accounts/records/mailed-links.ts";
import { createUserStore } from "../accounts/records/users.ts";
import { createResetLinks } from "../accounts/sign-in/reset-links.ts";
import { Failure } from "../platform/failure.ts";
import { boxOf } from "./engines.ts";
import { openRecords } from "./records/open.ts";
import { baseUrlOf, readSettings } from "./settings/settings.ts";

/**
 * Creates a password reset link for the user of this address: for the operator, when no user can sign in and
 * no email is sent. The service may be running.
 */
export async function resetPassword(
  environment: Readonly<Record<string, string | undefined>>,
  email: string | undefined,
): Promise<string> {
  if (email === undefined) throw new Failure("caller", "whose? npm run reset-password -- ann@example.org");
  const settings = readSettings(environment);
  await using records = await openRecords(settings.records, { box: boxOf(settings) });
  const user = await createUserStore(records.db).find(email);
  if (!user) throw new Failure("caller", `No user exists with the address ${email}`);
  const baseUrl = () => baseUrlOf(settings, settings.port);
  const { url, expiresAt } = await createResetLinks({
    links: createMailedLinkStore(records.db),
    baseUrl,
    now: Date.now,
  })(user);
  return `Valid once, until ${new Date(expiresAt).toISOString()}:\n${url}`;
}
