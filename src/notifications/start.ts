import type { SealedBox } from "../platform/crypto/sealed-box.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import { createHttpClient } from "../platform/http/http-client.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import { createSenders } from "./channels/index.ts";
import { createMuteLinks } from "./mute-links.ts";
import { createNotifier } from "./stages/notify.ts";

type NotifyStage = Parameters<typeof createNotifier>[0];

interface NotifierDependencies extends Omit<NotifyStage, "muteUrl" | "senders"> {
  /** Addresses and CIDR blocks outside the public internet that webhooks may use. */
  readonly guard: AddressGuard;
  readonly email: Parameters<typeof createSenders>[0]["email"];
  readonly box: SealedBox;
  readonly shutdownStack: ShutdownStack;
}

/** Starts the stage "notify": sends the outbox by email, Slack and webhooks. */
export function startNotifier({ guard, email, box, shutdownStack, ...dependencies }: NotifierDependencies) {
  const { baseUrl } = dependencies;
  const http = createHttpClient({ guard });
  shutdownStack.add(() => http[Symbol.asyncDispose]());
  const muteLinks = createMuteLinks(box);
  const notifier = createNotifier({
    ...dependencies,
    muteUrl: (request) => `${baseUrl()}/unsubscribe?t=${muteLinks.tokenOf(request)}`,
    senders: createSenders({ http, email }),
  });
  shutdownStack.add(() => notifier.stop());
  notifier.start();
  return { notifier, muteLinks };
}
