import { createTransport } from "nodemailer";
import type { SendOutcome } from "../domain/delivery.ts";
import { headlineOf } from "../domain/message.ts";
import type { Carrier } from "../ports/notifications.ts";
import { htmlBody, textBody } from "./email-body.ts";

interface Needs {
  /** `smtp://` or `smtps://`, with credentials; absent: no e-mail is sent, and deliveries say so. */
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** How long the mail server may be silent at any point; 15 seconds unless told. */
  readonly silenceMs?: number;
}

/**
 * E-mail over SMTP, a connection for each message. SMTP has no way to recognise a repeat: from the moment the last of
 * the message is handed over until the server's answer, nobody knows whether it took the mail. The Message-ID is
 * the same in every try, by which many mailboxes fold the repeat.
 */
export function createEmailCarrier({ smtpUrl, from, silenceMs = 15_000 }: Needs): Carrier {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "gaffe.invalid";
  return {
    knowsRepeats: false,
    async send(message, { recipient }): Promise<SendOutcome> {
      if (smtpUrl === undefined) return { kind: "refused", because: "no mail server is set (SMTP_URL)" };
      if (recipient === undefined) return { kind: "refused", because: "there is no address to send to" };
      let isHandedOver = false;
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: silenceMs,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        dnsTimeout: silenceMs,
        // A message names files and URLs only where we would write them, and we do not.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      transport.use("stream", (mail, done) => {
        const { message } = mail;
        const read = message.createReadStream.bind(message);
        // Its end is reached when the last of it has gone to the socket; streams before it may run ahead.
        message.createReadStream = () =>
          read().once("end", () => {
            isHandedOver = true;
          });
        done();
      });
      try {
        await transport.sendMail({
          from,
          to: { name: "", address: recipient },
          messageId: `<${message.id}@${domain}>`,
          date: new Date(message.at),
          subject: headlineOf(message),
          text: textBody(message),
          html: htmlBody(message),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { kind: "sent" };
      } catch (thrown) {
        return outcomeOf(thrown, isHandedOver);
      } finally {
        transport.close();
      }
    },
  };
}

/** A reply decides: 4xx is for now, 5xx for good (RFC 5321, 4.2.1). Without one it depends on how far the message was. */
function outcomeOf(thrown: unknown, isHandedOver: boolean): SendOutcome {
  const facts = thrown instanceof Error ? (thrown as Error & { responseCode?: number; code?: string }) : undefined;
  const { responseCode, code = "unknown" } = facts ?? {};
  if (responseCode !== undefined) {
    const because = `the mail server answered ${responseCode}`;
    // Wrong credentials are the operator's to mend, and the mail is fine.
    return responseCode >= 500 && code !== "EAUTH" ? { kind: "refused", because } : { kind: "again", because };
  }
  return isHandedOver
    ? { kind: "unconfirmed", because: `the mail server did not confirm the message (${code})` }
    : { kind: "again", because: `the mail server cannot be used (${code})` };
}
