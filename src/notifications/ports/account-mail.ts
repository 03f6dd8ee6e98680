import type { SendOutcome } from "../delivery.ts";
import type { Letter } from "../letter.ts";

/** Sends letters to people about their account. Tries once; never throws for what a mail server does. */
export interface AccountMail {
  /** False where no mail server is set. */
  readonly canSend: boolean;
  /** `id` becomes the Message-ID: the same in every try. */
  send(letter: Letter, to: string, id: string): Promise<SendOutcome>;
}
