import { headlineOf, type Message } from "../message.ts";
import type { Sender } from "../ports/notifications.ts";
import { oneClick } from "./account-mail.ts";
import { htmlBody } from "./email-html.ts";
import { textBody } from "./email-text.ts";
import { createSmtp, type SmtpDependencies } from "./smtp.ts";

/** Sends email over SMTP. An unconfirmed message may have arrived, and receivers do not recognize repeats. */
export function createEmailSender(dependencies: SmtpDependencies): Sender {
  const send = createSmtp(dependencies);
  const domain = /@([\w.-]+)/.exec(dependencies.from)?.[1] ?? "gaffe.invalid";
  return {
    knowsRepeats: false,
    send: async (message, { recipient: to }) =>
      to === undefined
        ? { kind: "refused", reason: "the channel has no recipient address" }
        : send({
            id: message.id,
            to,
            at: new Date(message.at),
            subject: headlineOf(message),
            text: textBody(message),
            html: htmlBody(message),
            headers: { "List-Id": `<${message.project.id}.${domain}>`, ...unsubscribing(message) },
          }),
  };
}

/** RFC 8058: mail programs show a button, whose POST needs no sign-in. */
function unsubscribing({ muting }: Message): Readonly<Record<string, string>> {
  return muting ? oneClick(muting.all) : {};
}
