import { createTransport } from "nodemailer";
import type { SendOutcome } from "../delivery.ts";

export interface SmtpNeeds {
  /** `smtp://` or `smtps://`, with credentials; absent: no e-mail is sent, and outcomes say so. */
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** How long the mail server may be silent at any point; 15 seconds unless told. */
  readonly silenceMs?: number;
}

interface Mail {
  /** Becomes the Message-ID: the same in every try, by which many mailboxes fold the repeat. */
  readonly id: string;
  readonly to: string;
  readonly at: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Hands a mail to the mail server, over a connection of its own. SMTP has no way to recognise a repeat: from the moment
 * the last of the message is handed over until the server's answer, nobody knows whether it took the mail.
 */
export function createSmtp({ smtpUrl, from, silenceMs = 15_000 }: SmtpNeeds) {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "gaffe.invalid";
  return async ({ id, to, at, subject, text, html, headers = {} }: Mail): Promise<SendOutcome> => {
    if (smtpUrl === undefined) return { kind: "refused", because: "no mail server is set (SMTP_URL)" };
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
        to: { name: "", address: to },
        messageId: `<${id}@${domain}>`,
        date: at,
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", ...headers },
      });
      return { kind: "sent" };
    } catch (thrown) {
      return outcomeOf(thrown, isHandedOver);
    } finally {
      transport.close();
    }
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
