import type { Accounts } from "../accounts/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { Issues } from "../issues/start.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { Handles } from "../storage/index.ts";
import { createSenders } from "./channels/index.ts";
import { createMuteLinks } from "./mute-links.ts";
import { createChannelStore } from "./records/channels.ts";
import { createDeliveryBacklog, createDeliveryHistory } from "./records/delivery-history.ts";
import { createMuteStore } from "./records/mutes.ts";
import { createOutbox } from "./records/outbox.ts";
import { routes } from "./routes/index.ts";
import { createNotifier } from "./stages/notify.ts";

interface NotificationsDependencies {
  readonly handles: Pick<Handles, "db" | "box" | "addressGuard" | "telemetry" | "shutdownStack" | "baseUrl" | "now">;
  readonly accounts: Pick<Accounts, "projects" | "users" | "recipients" | "mailLimits">;
  readonly datapoints: Pick<Datapoints, "reader">;
  readonly issues: Pick<Issues, "store" | "findings">;
  readonly email: Parameters<typeof createSenders>[0]["email"];
}

export type Notifications = ReturnType<typeof startNotifications>;

/** Starts the stage "notify": sends the outbox by email, Slack and webhooks. */
export function startNotifications({ handles, accounts, datapoints, issues, email }: NotificationsDependencies) {
  const { db, box, addressGuard, telemetry, shutdownStack, baseUrl, now } = handles;
  const channels = createChannelStore(db, box);
  const deliveries = createDeliveryHistory(db);
  const mutes = createMuteStore(db);
  const muteLinks = createMuteLinks(box);
  const http = createHttpClient({ guard: addressGuard });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const notifier = createNotifier({
    outbox: createOutbox(db),
    deliveries,
    channels,
    mutes,
    recipients: accounts.recipients,
    senders: createSenders({ http, email }),
    projects: accounts.projects,
    issues: issues.store,
    datapoints: datapoints.reader,
    findings: issues.findings,
    muteUrl: (request) => `${baseUrl()}/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    unsubscribeUrl: accounts.recipients.unsubscribeUrl,
    telemetry,
    baseUrl,
    now,
  });
  shutdownStack.add(() => notifier.stop());
  notifier.start();
  const sendTest: typeof notifier.sendTest = (channel, recipient) => notifier.sendTest(channel, recipient);
  return {
    channels,
    mutes,
    muteLinks,
    backlog: createDeliveryBacklog(db),
    routes: routes({ ...accounts, channels, deliveries, mutes, sendTest, now }),
  };
}
