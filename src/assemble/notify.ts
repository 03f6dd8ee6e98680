import { createCarriers } from "../channels/index.ts";
import type { Settings } from "../config/settings.ts";
import { createAddressGuard } from "../lib/address.ts";
import { createGuardedPost } from "../lib/guarded-post.ts";
import { createNotifier, type Notifier } from "../pipeline/notify.ts";
import type { DatapointReader, FindingReader } from "../ports/datapoint-reader.ts";
import type { Records } from "../storage/records/open.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly records: Pick<Records, "projects" | "issues" | "outbox" | "deliveries" | "channels">;
  readonly datapoints: DatapointReader;
  readonly findings: FindingReader;
  readonly baseUrl: () => string;
  readonly now: () => number;
}

/** Station 8, started: what the outbox holds goes out by e-mail, Slack and webhooks. */
export function assembleNotifier({ settings, telemetry, undo, records, ...rest }: Needs): Notifier {
  const { smtpUrl, smtpFrom, webhookAllowAddresses } = settings;
  const post = createGuardedPost({ guard: createAddressGuard(webhookAllowAddresses) });
  undo.add(() => post[Symbol.asyncDispose]());
  const email = { from: smtpFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) };
  const notifier = createNotifier({ ...records, ...rest, carriers: createCarriers({ post, email }), telemetry });
  undo.add(() => notifier.stop());
  notifier.start();
  return notifier;
}
