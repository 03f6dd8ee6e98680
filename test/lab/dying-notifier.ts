/**
 * Station 8 as a process of its own that may be killed, or kills itself as SIGKILL does, before or after a step of a
 * delivery. DYING holds what it is to do as JSON. It sends what is due and ends with 0.
 */

import { openRecords, type RecordsPlace } from "../../src/app/records/open.ts";
import { createCarriers } from "../../src/notifications/channels/index.ts";
import type { Leased } from "../../src/notifications/delivery.ts";
import { createMuteLinks } from "../../src/notifications/mute-links.ts";
import type { Carrier, Claim, Outbox } from "../../src/notifications/ports/notifications.ts";
import { createNotifier } from "../../src/notifications/stages/notify.ts";
import { createAddressGuard } from "../../src/platform/http/address.ts";
import { createGuardedPost } from "../../src/platform/http/guarded-post.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import { testBox } from "../support/engines/sealed-box.ts";

export interface Dying {
  readonly place: RecordsPlace;
  readonly smtpUrl: string;
  /** `claim:before`, `send:after`, …; absent: it lives. */
  readonly crashAt?: string;
  /** How far its clock is ahead, so that leases of those who died are over. */
  readonly aheadMs: number;
}

const { place, smtpUrl, crashAt, aheadMs } = JSON.parse(process.env["DYING"] ?? "{}") as Dying;

/** The same function, that may end the process before or after. */
function deadly<Args extends unknown[], Result>(step: string, act: (...args: Args) => Promise<Result>) {
  return async (...args: Args): Promise<Result> => {
    if (crashAt === `${step}:before`) process.kill(process.pid, "SIGKILL");
    const result = await act(...args);
    if (crashAt === `${step}:after`) process.kill(process.pid, "SIGKILL");
    return result;
  };
}

const records = await openRecords(place, { box: testBox });
const post = createGuardedPost({ guard: createAddressGuard(["127.0.0.1"]), timeoutMs: 120_000 });
const carriers = createCarriers({ post, email: { from: "Gaffe <gaffe@example.org>", silenceMs: 120_000, smtpUrl } });
const dying = (carrier: Carrier): Carrier => ({
  ...carrier,
  send: deadly("send", (...what: Parameters<Carrier["send"]>) => carrier.send(...what)),
});
const muteLinks = createMuteLinks(testBox);
const notifier = createNotifier({
  ...records,
  outbox: {
    ...records.outbox,
    claim: deadly("claim", (wanted: Claim) => records.outbox.claim(wanted)),
    begin: deadly("begin", (delivery: Leased) => records.outbox.begin(delivery)),
    settle: deadly("settle", (...what: Parameters<Outbox["settle"]>) => records.outbox.settle(...what)),
  },
  carriers: {
    email: dying(carriers.email),
    slack_webhook: dying(carriers.slack_webhook),
    slack_app: dying(carriers.slack_app),
    webhook: dying(carriers.webhook),
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
await post[Symbol.asyncDispose]();
await records.close();
