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
      const { declineUrl } = accountEmail;
      const content = { subject, text: textOf(accountEmail), html: htmlOf(accountEmail) };
      const headers = declineUrl === undefined ? {} : oneClick(declineUrl);
      return send({ id, to, at: new Date(), ...content, headers });
    },
  };
}

/** RFC 8058: mail programs show a button, whose POST needs no sign-in. */
export const oneClick = (url: string): Readonly<Record<string, string>> => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

function textOf({ subject, paragraphs, button, foot, declineUrl }: AccountEmail): string {
  return [
    subject,
    "",
    ...paragraphs.flatMap((paragraph) => [paragraph, ""]),
    `${button.text}: ${button.url}`,
    "",
    "--",
    foot,
    ...(declineUrl === undefined ? [] : [`No more emails of this account: ${declineUrl}`]),
  ].join("\n");
}

function htmlOf({ subject, paragraphs, button, foot, declineUrl }: AccountEmail): string {
  const body = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join("");
  const decline =
    declineUrl === undefined ? "" : `<p><a href="${escaped(declineUrl)}">No more emails of this account</a></p>`;
  return mailPage({
    above: "Gaffe",
    headline: subject,
    body: `${body}<p><a class="button" href="${escaped(button.url)}">${escaped(button.text)}</a></p>`,
    foot: `<p>${escaped(foot)}</p>${decline}`,
  });
}
