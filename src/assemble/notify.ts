import { createMuteLinks } from "../access/mute-links.ts";
import { createCarriers } from "../channels/index.ts";
import type { Settings } from "../config/settings.ts";
import { createAddressGuard } from "../lib/address.ts";
import { createGuardedPost } from "../lib/guarded-post.ts";
import { createNotifier } from "../pipeline/notify.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

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
