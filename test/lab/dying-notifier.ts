/**
 * The notification stage as a separate process that may be killed, or kills itself like SIGKILL, before or after a
 * step of a delivery. DYING holds its instructions as JSON. It sends what is due and exits with 0.
 */

import type { RecordsLocation } from "../../src/app/records/open.ts";
import { createAccountMail, createSenders } from "../../src/notifications/channels/index.ts";
import type { Leased } from "../../src/notifications/delivery.ts";
import { createMuteLinks } from "../../src/notifications/mute-links.ts";
import type { Claim, Outbox, Sender } from "../../src/notifications/ports/notifications.ts";
import { createNotifier } from "../../src/notifications/stages/notify.ts";
import { createAddressGuard } from "../../src/platform/http/address.ts";
import { createHttpClient } from "../../src/platform/http/http-client.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import { openTestRecords } from "../support/engines/open-records.ts";
import { testBox } from "../support/engines/sealed-box.ts";
import { recipientsOf } from "../support/service/recipients.ts";

export interface Dying {
  readonly location: RecordsLocation;
  readonly smtpUrl: string;
  /** `claim:before`, `send:after`, …; absent: no crash. */
  readonly crashAt?: string;
  /** Offset of its clock, milliseconds, so that leases of dead processes have expired. */
  readonly aheadMs: number;
}

const { location, smtpUrl, crashAt, aheadMs } = JSON.parse(process.env["DYING"] ?? "{}") as Dying;

/** Wraps a function so that the process may end before or after it. */
function deadly<Args extends unknown[], Result>(step: string, act: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    if (crashAt === `${step}:before`) process.kill(process.pid, "SIGKILL");
    const result = await act(...args);
    if (crashAt === `${step}:after`) process.kill(process.pid, "SIGKILL");
    return result;
  };
}

const records = await openTestRecords(location, { box: testBox });
const http = createHttpClient({ guard: createAddressGuard(["127.0.0.1"]), timeoutMs: 120_000 });
const senders = createSenders({ http, email: { from: "Gaffe <gaffe@example.org>", silenceMs: 120_000, smtpUrl } });
const dying = (sender: Sender): Sender => ({
  ...sender,
  send: deadly("send", (...what: Parameters<Sender["send"]>) => sender.send(...what)),
});
const muteLinks = createMuteLinks(testBox);
const { recipients } = recipientsOf(records, {
  mail: createAccountMail({ from: "Gaffe <gaffe@example.org>" }),
  trusted: ["@example.org"],
  baseUrl: () => "https://gaffe.example.org",
  now: Date.now,
});
const notifier = createNotifier({
  ...records,
  recipients,
  unsubscribeUrl: recipients.unsubscribeUrl,
  outbox: {
    ...records.outbox,
    claim: deadly("claim", (wanted: Claim) => records.outbox.claim(wanted)),
    begin: deadly("begin", (delivery: Leased) => records.outbox.begin(delivery)),
    settle: deadly("settle", (...what: Parameters<Outbox["settle"]>) => records.outbox.settle(...what)),
  },
  senders: {
    email: dying(senders.email),
    slack_webhook: dying(senders.slack_webhook),
    slack_app: dying(senders.slack_app),
    webhook: dying(senders.webhook),
  },
  datapoints: { get: () => Promise.resolve(undefined) },
  findings: { counts: () => Promise.resolve(new Map()), trend: () => Promise.resolve(new Map()) },
  telemetry: createTelemetry({ level: "silent" }),
  muteUrl: (request) => `https://gaffe.example.org/unsubscribe?t=${muteLinks.tokenOf(request)}`,
  baseUrl: () => "https://gaffe.example.org",
  now: () => Date.now() + aheadMs,
});
process.send?.("begun");
await notifier.runDue();
await http[Symbol.asyncDispose]();
await records.close();
