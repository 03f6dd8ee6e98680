import { setTimeout as pause } from "node:timers/promises";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { type Ledger, newLedger, post } from "./ledger.ts";
import type { Row } from "./row.ts";
import { failedSpan } from "./spans.ts";

/** 100,000 calls in a minute. */
const perSecond = 1667;
const perRequest = 100;

interface Issue {
  readonly title: string;
  readonly occurrences: number;
}

/** D12: every call fails in the same way, as in an outage of the provider. */
export const storm: Row = {
  promise: "a storm of failing calls is one issue that counts them all, and one message",
  async run({ seed, seconds, log }) {
    using folder = temporaryFolder();
    await using mail = await startMailServer();
    await using service = await startService({
      folder: folder.path,
      env: {
        SMTP_URL: mail.url,
        GAFFE_INIT_EMAIL: "lea@example.com",
        GAFFE_INIT_PASSWORD: "a long enough password",
      },
    });
    const ledger = newLedger();
    const from = Date.now();
    await sendAll(ledger, service, { run: seed, total: Math.round(seconds * perSecond) });
    const sentSeconds = (Date.now() - from) / 1000;
    const sent = ledger.acknowledged.size;
    log(`${sent} acknowledged after ${sentSeconds} s`);
    const api = apiOf(service);
    let issues: readonly Issue[] = [];
    const counted = () => issues.reduce((sum, { occurrences }) => sum + occurrences, 0);
    for (let attempt = 0; attempt < 1200 && counted() < sent; attempt++) {
      await pause(500);
      const answer = await api.get("/issues").catch(() => undefined);
      if (answer !== undefined) ({ items: issues } = answer as { items: readonly Issue[] });
    }
    const drainedSeconds = (Date.now() - from) / 1000;
    await eventually(
      () => Promise.resolve(mail.mails.length),
      (count) => count > 0,
    );
    // Any further notification is sent within a second of being decided.
    await pause(3000);
    const mails = mail.mails.map(({ mail: { subject } }) => subject ?? "");
    log(mails.join(" | "));
    return {
      passed: sent > 0 && issues.length === 1 && counted() === sent && mails.length === 1,
      metrics: { sent, sentSeconds, drainedSeconds, issues: issues.length, counted: counted(), messages: mails.length },
    };
  },
};

async function sendAll(
  ledger: Ledger,
  { url, token }: { readonly url: string; readonly token: string },
  { run, total }: { readonly run: number; readonly total: number },
): Promise<void> {
  const bodies = Array.from({ length: Math.ceil(total / perRequest) }, (_, body) => body * perRequest).values();
  await Promise.all([1, 2, 3, 4].map(sender));

  async function sender(): Promise<void> {
    for (const first of bodies) {
      const numbers = Array.from({ length: Math.min(perRequest, total - first) }, (_, index) => first + index);
      const spans = numbers.map((number) => failedSpan({ run, number, startMs: ledger.baseMs + number / 2 }));
      const body = encodeTraces(spans);
      while ((await post(url, body, token)) !== "200") await pause(100);
      for (const [index, { spanId }] of spans.entries()) ledger.acknowledged.set(spanId, numbers[index] ?? -1);
    }
  }
}
