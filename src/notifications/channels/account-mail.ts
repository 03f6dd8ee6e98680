import type { AccountEmail, AccountMail } from "../../accounts/index.ts";
import { oneLine } from "../message.ts";
import { escaped, mailPage } from "./mail-page.ts";
import { createSmtp, type SmtpDependencies } from "./smtp.ts";

/** Sends account emails in the layout of the notifications. */
export function createAccountMail(dependencies: SmtpDependencies): AccountMail {
  const send = createSmtp(dependencies);
  return {
    canSend: dependencies.smtpUrl !== undefined,
    send: (accountEmail, to, id) => {
      const subject = oneLine(accountEmail.subject, 180);
      return send({ id, to, at: new Date(), subject, text: textOf(accountEmail), html: htmlOf(accountEmail) });
    },
  };
}

function textOf({ subject, paragraphs, button, foot }: AccountEmail): string {
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

function htmlOf({ subject, paragraphs, button, foot }: AccountEmail): string {
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join("");
  return mailPage({
    above: "Gaffe",
    headline: subject,
    body: `${body}<p><a class="button" href="${escaped(button.url)}">${escaped(button.text)}</a></p>`,
    foot: escaped(foot),
  });
}
