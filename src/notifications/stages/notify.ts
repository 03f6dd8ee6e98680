import type { RecipientState, Recipients } from "../../accounts/index.ts";
import { mayReceive } from "../../accounts/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import { createWorkLoop, type WorkLoop } from "../../platform/scheduling/work-loop.ts";
import { type SendOutcome } from "../../platform/send-outcome.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Channel } from "../channel.ts";
import { afterTry, beforeTry, type Leased, type Settled } from "../delivery.ts";
import { heldBackReasons } from "../held-back.ts";
import { isMuted } from "../mute.ts";
import type {
  ChannelStore,
  DeliveryHistory,
  DeliveryRecord,
  MuteStore,
  Outbox,
  Sender,
  Senders,
} from "../ports/notifications.ts";
import { type ComposerDependencies, createComposer } from "./compose.ts";

interface NotifierDependencies extends ComposerDependencies {
  readonly outbox: Outbox;
  readonly deliveries: Pick<DeliveryHistory, "get">;
  readonly channels: Pick<ChannelStore, "get" | "disable">;
  readonly mutes: Pick<MuteStore, "list">;
  readonly recipients: Pick<Recipients, "statesOf">;
  readonly senders: Senders;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** 0 to 1, for jitter. */
  readonly random?: () => number;
  /** Polling interval of the outbox; one second by default. */
  readonly everyMs?: number;
}

export interface Notifier extends WorkLoop {
  /** Sends a test message immediately, in one attempt, and returns its result. */
  sendTest(channel: Channel, recipient: string | undefined): Promise<DeliveryRecord | undefined>;
}

/** An attempt takes at most 45 seconds; the rest allows for a slow database and clock differences. */
const leaseMs = 120_000;
const atOnce = 8;
/** Limits the effect of a receiver that hangs to its own channel. */
const atOncePerChannel = 2;
const maxEvents = 50;
const retentionMs = 90 * 86_400_000;

/**
 * Creates the stage "notify": claims deliveries that are due, composes and sends their messages, and records
 * the outcome.
 */
export function createNotifier(dependencies: NotifierDependencies): Notifier {
  const {
    outbox,
    deliveries,
    channels,
    mutes,
    recipients,
    senders,
    telemetry,
    now,
    random = Math.random,
    everyMs = 1000,
  } = dependencies;
  const compose = createComposer(dependencies);
  const loop = createWorkLoop({
    claim,
    prune: () => outbox.prune(now() - retentionMs),
    pruneEveryMs: 3_600_000,
    onUnreadable: (thrown) => telemetry.emit({ kind: "outbox-unreadable", level: "warn", message: messageOf(thrown) }),
    onInterrupted: (thrown) =>
      telemetry.emit({ kind: "delivery-interrupted", level: "warn", message: messageOf(thrown) }),
    everyMs,
    now,
  });

  return {
    ...loop,
    async sendTest({ id: channelId, projectId }, recipient) {
      const id = randomId("test");
      await outbox.addTest({ id, projectId, channelId, ...(recipient === undefined ? {} : { recipient }) }, now());
      const [claimed] = await outbox.claim({ now: now(), leaseMs, limit: 1, maxEvents, id });
      if (claimed) await deliver(claimed);
      return deliveries.get(projectId, id);
    },
  };

  async function claim(running: readonly string[], run: (channel: string, work: Promise<void>) => void) {
    const busy = Map.groupBy(running, (channel) => channel);
    const exceptChannels = [...busy]
      .filter(([, sends]) => sends.length >= atOncePerChannel)
      .map(([channel]) => channel);
    const limit = Math.min(atOnce - running.length, atOncePerChannel);
    if (limit <= 0) return 0;
    const claimed = await outbox.claim({ now: now(), leaseMs, limit, exceptChannels, maxEvents });
    for (const delivery of claimed) run(delivery.channelId, deliver(delivery));
    return claimed.length;
  }

  async function deliver(delivery: Leased): Promise<void> {
    const channel = await channels.get(delivery.projectId, delivery.channelId);
    if (!channel) return settle(delivery, { kind: "refused", reason: "the channel was deleted" });
    if (channel.disabledReason !== undefined) {
      return settle(delivery, { kind: "refused", reason: `the channel is disabled: ${channel.disabledReason}` });
    }
    const sender = senders[channel.target.kind];
    const doubtful = beforeTry(delivery, sender.knowsRepeats);
    if (doubtful) return write(delivery, doubtful);
    if (await isUnwanted(delivery)) {
      return settle(delivery, { kind: "refused", reason: "its recipient muted these notifications" });
    }
    const state = await stateOf(delivery);
    if (state && !mayReceive(state)) return hold(delivery, state);
    const message = await compose(delivery, channel, state !== undefined && state !== "member");
    if (!(await outbox.begin(delivery))) return lost(delivery);
    const { recipient } = delivery;
    const outcome = await send(sender, message, { channel, ...(recipient === undefined ? {} : { recipient }) });
    if (outcome.kind === "gone") await channels.disable(delivery.projectId, channel.id, outcome.reason);
    return settle(delivery, outcome, sender.knowsRepeats);
  }

  /** A mute may follow the decision: a digest waits up to a day. */
  async function isUnwanted({ projectId, recipient, events }: Leased): Promise<boolean> {
    if (recipient === undefined || events.length === 0) return false;
    const known = await mutes.list(projectId);
    return events.every((one) => isMuted(known, recipient, one));
  }

  async function stateOf({ projectId, recipient }: Leased): Promise<RecipientState | undefined> {
    if (recipient === undefined) return undefined;
    const project = await dependencies.projects.get(projectId);
    return project && (await recipients.statesOf(project.accountId, [recipient], projectId)).get(recipient);
  }

  /** A message that may not be sent to its recipient does not wait: a flood of old ones would follow a confirmation. */
  async function hold(delivery: Leased, state: RecipientState): Promise<void> {
    const message = "a notification was held back: its recipient may not receive it";
    const facts = { delivery: delivery.id, channel: delivery.channelId };
    telemetry.emit({ kind: "delivery-held-back", level: "warn", labels: { reason: state }, message, facts });
    await settle(delivery, { kind: "refused", reason: heldBackReasons[state] });
  }

  async function settle(delivery: Leased, outcome: SendOutcome, knowsRepeats = false): Promise<void> {
    const at = now();
    const wish = outcome.kind === "again" ? outcome.afterMs : undefined;
    const settled = afterTry(delivery, outcome, { at, random: random(), knowsRepeats });
    await write(delivery, settled, wish === undefined ? undefined : at + wish);
  }

  async function write(delivery: Leased, settled: Settled, holdChannelUntil?: number): Promise<void> {
    const hold = holdChannelUntil === undefined ? {} : { holdChannelUntil };
    if (!(await outbox.settle(delivery, settled, { at: now(), ...hold }))) return lost(delivery);
    const reason = settled.state === "sent" ? {} : { reason: settled.problem };
    telemetry.emit({
      kind: "delivery-tried",
      level: settled.state === "sent" ? "debug" : "warn",
      labels: { state: settled.state === "ready" ? "again" : settled.state },
      message: settled.state === "sent" ? "a notification was sent" : "a notification was not sent",
      facts: { delivery: delivery.id, channel: delivery.channelId, tries: delivery.attempts, ...reason },
    });
  }

  function lost({ id, channelId }: Leased): void {
    const facts = { delivery: id, channel: channelId };
    telemetry.emit({ kind: "delivery-lease-lost", level: "warn", message: "a lease ran out while sending", facts });
  }
}

/** A sender that throws may already have sent the message, so the outcome is unconfirmed. */
async function send(sender: Sender, ...what: Parameters<Sender["send"]>): Promise<SendOutcome> {
  try {
    return await sender.send(...what);
  } catch {
    return { kind: "unconfirmed", reason: "sending broke off inside the service" };
  }
}
