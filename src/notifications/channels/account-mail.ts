import type { Letter } from "../letter.ts";
import { oneLine } from "../message.ts";
import type { AccountMail } from "../ports/account-mail.ts";
import { escaped, mailPage } from "./mail-page.ts";
import { createSmtp, type SmtpNeeds } from "./smtp.ts";

/** Letters about accounts, in the dress of the notifications. */
export function createAccountMail(needs: SmtpNeeds): AccountMail {
  const send = createSmtp(needs);
  return {
    canSend: needs.smtpUrl !== undefined,
    send: (letter, to, id) => {
      const subject = oneLine(letter.subject, 180);
      return send({ id, to, at: new Date(), subject, text: textOf(letter), html: htmlOf(letter) });
    },
  };
}

function textOf({ subject, paragraphs, button, foot }: Letter): string {
  return [
    subject,
    "",
    ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
    `${button.text}: ${button.url}`,
    "",
    "--",
    foot,
  ].join("\n");
}

function htmlOf({ subject, paragraphs, button, foot }: Letter): string {
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join("");
  return mailPage({
    above: "Gaffe",
    headline: subject,
    body: `${body}<p><a class="button" href="${escaped(button.url)}">${escaped(button.text)}</a></p>`,
    foot: escaped(foot),
  });
}
