import type { SendOutcome } from "../../platform/send-outcome.ts";
import type { AccountEmail } from "../emails/account-email.ts";

/** Sends account emails. Attempts once; never throws for a failure of the mail server. */
export interface AccountMail {
  /** False if no mail server is configured. */
  readonly canSend: boolean;
  /** `id` becomes the Message-ID: the same in every attempt. */
  send(accountEmail: AccountEmail, to: string, id: string): Promise<SendOutcome>;
}
