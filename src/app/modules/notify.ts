import { createCarriers } from "../../notifications/channels/index.ts";
import { createMuteLinks } from "../../notifications/mute-links.ts";
import { createNotifier } from "../../notifications/stages/notify.ts";
import { createAddressGuard } from "../../platform/http/address.ts";
import { createGuardedPost } from "../../platform/http/guarded-post.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";
import type { OpenStorage } from "./storage.ts";

interface Needs {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly storage: OpenStorage;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Station 8, started: what the outbox holds goes out by e-mail, Slack and webhooks. */
export function assembleNotifier({ settings, telemetry, undo, storage, baseUrl, now }: Needs) {
  const { smtpUrl, smtpFrom, allowNetworks } = settings;
  const { box, records, datapoints, findings } = storage;
  const post = createGuardedPost({ guard: createAddressGuard(allowNetworks) });
  undo.add(() => post[Symbol.asyncDispose]());
  const email = { from: smtpFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) };
  const muteLinks = createMuteLinks(box);
  const notifier = createNotifier({
    ...records,
    datapoints,
    findings,
    muteUrl: (request) => `${baseUrl()}/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    baseUrl,
    carriers: createCarriers({ post, email }),
    telemetry,
    now,
  });
  undo.add(() => notifier.stop());
  notifier.start();
  return { notifier, muteLinks };
}
