import { headlineOf } from "../domain/message.ts";
import type { Carrier } from "../ports/notifications.ts";
import { htmlBody, textBody } from "./email-body.ts";
import { createSmtp, type SmtpNeeds } from "./smtp.ts";

/** E-mail over SMTP: what nobody confirmed may have arrived, and a repeat is not recognised. */
export function createEmailCarrier(needs: SmtpNeeds): Carrier {
  const send = createSmtp(needs);
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
          }),
  };
}
