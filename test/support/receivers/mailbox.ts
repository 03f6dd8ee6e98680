import type { AccountEmail } from "../../../src/accounts/emails/account-email.ts";
import type { AccountMail } from "../../../src/accounts/ports/account-mail.ts";

/** Collects account emails instead of sending them, for tests that do not check the mail itself. */
export function mailbox(): AccountMail & { readonly emails: { readonly to: string; readonly email: AccountEmail }[] } {
  const emails: { to: string; email: AccountEmail }[] = [];
  return {
    emails,
    canSend: true,
    send: (email, to) => {
      emails.push({ to, email });
      return Promise.resolve({ kind: "sent" });
    },
  };
}
