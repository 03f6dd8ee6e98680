import type { SendOutcome } from "../../platform/send-outcome.ts";

export interface SmtpDependencies {
  /** `smtp://` or `smtps://`, with credentials; if absent, no email is sent and outcomes report it. */
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** Timeout for a response of the mail server at any step; 15 seconds by default. */
  readonly silenceMs?: number;
}

interface Mail {
  /** Becomes the Message-ID: the same in every attempt, which lets many mailboxes fold repeats. */
  readonly id: string;
  readonly to: string;
  readonly at: Date;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends an email over a separate connection. SMTP cannot recognize a repeat: between the last byte of the
 * message and the server's response, it is unknown whether the server accepted it.
 */
export function createSmtp({ smtpUrl, from, silenceMs = 15_000 }: SmtpDependencies) {
  // A start without a mail server is spared 70 ms.
  const nodemailer = smtpUrl === undefined ? undefined : import("nodemailer");
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? "gaffe.invalid";
  return async ({ id, to, at, subject, text, html, headers = {} }: Mail): Promise<SendOutcome> => {
    if (smtpUrl === undefined || nodemailer === undefined)
      return { kind: "refused", reason: "no mail server is set (SMTP_URL)" };
    const { createTransport } = await nodemailer;
    let isHandedOver = false;
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      // Prevents messages from including files and URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    transport.use("stream", (mail, done) => {
      const { message } = mail;
      const read = message.createReadStream.bind(message);
      // The stream ends when the last byte has reached the socket; earlier streams may run ahead.
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

/**
 * A response decides: 4xx is temporary, 5xx permanent (RFC 5321, 4.2.1). Without one it depends on how much
 * was sent.
 */
function outcomeOf(thrown: unknown, isHandedOver: boolean): SendOutcome {
  const facts = thrown instanceof Error ? (thrown as Error & { responseCode?: number; code?: string }) : undefined;
  const { responseCode, code = "unknown" } = facts ?? {};
  if (responseCode !== undefined) {
    const reason = `the mail server answered ${responseCode}`;
    // Wrong credentials must be fixed by the operator; the message itself is valid.
    return responseCode >= 500 && code !== "EAUTH" ? { kind: "refused", reason } : { kind: "again", reason };
  }
  return isHandedOver
    ? { kind: "unconfirmed", reason: `the mail server did not confirm the message (${code})` }
    : { kind: "again", reason: `the mail server cannot be used (${code})` };
}
