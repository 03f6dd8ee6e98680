import { headlineOf, type Message } from "../message.ts";
import type { Carrier } from "../ports/notifications.ts";
import { htmlBody } from "./email-html.ts";
import { textBody } from "./email-text.ts";
import { createSmtp, type SmtpNeeds } from "./smtp.ts";

/** E-mail over SMTP: what nobody confirmed may have arrived, and a repeat is not recognised. */
export function createEmailCarrier(needs: SmtpNeeds): Carrier {
  const send = createSmtp(needs);
  const domain = /@([\w.-]+)/.exec(needs.from)?.[1] ?? "gaffe.invalid";
  return {
    knowsRepeats: false,
    send: async (message, { recipient: to }) =>
      to === undefined
        ? { kind: "refused", because: "there is no address to send to" }
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

/** RFC 8058: mail programs offer a button, whose POST needs no sign-in. */
function unsubscribing({ muting }: Message): Readonly<Record<string, string>> {
  if (!muting) return {};
  return { "List-Unsubscribe": `<${muting.all}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
