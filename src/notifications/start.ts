import type { Settings } from "../app/settings/settings.ts";
import type { OpenStorage } from "../app/storage.ts";
import { createAddressGuard } from "../platform/http/address.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createSenders } from "./channels/index.ts";
import { createMuteLinks } from "./mute-links.ts";
import { createNotifier } from "./stages/notify.ts";

interface NotifierDependencies {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly storage: OpenStorage;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Starts the stage "notify": sends the outbox by email, Slack and webhooks. */
export function assembleNotifier({ settings, telemetry, shutdownStack, storage, baseUrl, now }: NotifierDependencies) {
  const { smtpUrl, smtpFrom, allowNetworks } = settings;
  const { box, records, datapoints, findings } = storage;
  const http = createHttpClient({ guard: createAddressGuard(allowNetworks) });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const email = { from: smtpFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) };
  const muteLinks = createMuteLinks(box);
  const notifier = createNotifier({
    ...records,
    datapoints,
    findings,
    muteUrl: (request) => `${baseUrl()}/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    baseUrl,
    senders: createSenders({ http, email }),
    telemetry,
    now,
  });
  shutdownStack.add(() => notifier.stop());
  notifier.start();
  return { notifier, muteLinks };
}
