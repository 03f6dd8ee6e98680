import type { Letter } from "../../../src/notifications/letter.ts";
import type { AccountMail } from "../../../src/notifications/ports/account-mail.ts";

/** A mail server's stand-in where the mail itself is not looked at: it keeps the letters. */
export function letterBox(): AccountMail & { readonly letters: { readonly to: string; readonly letter: Letter }[] } {
  const letters: { to: string; letter: Letter }[] = [];
  return {
    letters,
    canSend: true,
    send: (letter, to) => {
      letters.push({ to, letter });
      return Promise.resolve({ kind: "sent" });
    },
  };
}
