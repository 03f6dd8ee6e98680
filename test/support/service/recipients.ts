import { createAccountEmails } from "../../../src/accounts/emails/account-emails.ts";
import type { AccountMail } from "../../../src/accounts/ports/account-mail.ts";
import type { AttemptStore, RecipientStore } from "../../../src/accounts/ports/accounts.ts";
import { createMailLimits } from "../../../src/accounts/recipients/mail-limits.ts";
import { createRecipients } from "../../../src/accounts/recipients/recipients.ts";
import { testBox } from "../engines/sealed-box.ts";

interface TestRecipientOptions {
  readonly mail: AccountMail;
  readonly trusted?: readonly string[];
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Creates the recipients of the accounts in these records, as the service does. */
export function recipientsOf(
  { emailRecipients, attempts }: { readonly emailRecipients: RecipientStore; readonly attempts: AttemptStore },
  { mail, trusted = [], baseUrl, now }: TestRecipientOptions,
) {
  const mailLimits = createMailLimits({ attempts, now });
  const accountEmails = createAccountEmails({ mail, emit: () => undefined });
  const shared = { recipients: emailRecipients, limits: mailLimits, accountEmails, box: testBox };
  return { mailLimits, recipients: createRecipients({ ...shared, trusted, baseUrl, now }) };
}
