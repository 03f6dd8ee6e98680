import { randomId } from "../../platform/crypto/random-id.ts";
import { messageOf } from "../../platform/failure.ts";
import { createPolling } from "../../platform/scheduling/polling.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Channel } from "../channel.ts";
import { afterTry, beforeTry, type Leased, type SendOutcome, type Settled } from "../delivery.ts";
import { isMuted } from "../mute.ts";
import type {
  Carrier,
  Carriers,
  ChannelStore,
  DeliveryHistory,
  DeliveryRecord,
  MuteStore,
  Outbox,
} from "../ports/notifications.ts";
import { type ComposeNeeds, createComposer } from "./compose.ts";

interface Needs extends ComposeNeeds {
  readonly outbox: Outbox;
  readonly deliveries: Pick<DeliveryHistory, "get">;
  readonly channels: Pick<ChannelStore, "get" | "disable">;
  readonly mutes: Pick<MuteStore, "list">;
  readonly carriers: Carriers;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** 0 to 1, for jitter. */
  readonly random?: () => number;
  /** How often the outbox is looked into; a second unless told. */
  readonly everyMs?: number;
}

export interface Notifier {
  start(): void;
  /** Takes up nothing more and waits for what is being sent. What it does not live to see, the leases hand on. */
  stop(): Promise<void>;
  /** Sends what is due now and resolves when all of it was tried. Returns how many. */
  runDue(): Promise<number>;
  /** Sends a test message at once, in one try, and says how it went. */
  sendTest(channel: Channel, recipient: string | undefined): Promise<DeliveryRecord | undefined>;
}

/** A try takes at most 45 seconds; the rest is for a slow database and clocks that disagree. */
const leaseMs = 120_000;
const atOnce = 8;
/** So that a receiver that hangs holds up its own channel only. */
const atOncePerChannel = 2;
const toldLimit = 50;
const keptMs = 90 * 86_400_000;

/** Station 8. Claims deliveries that are due, makes their messages, sends them and writes down what came of it. */
export function createNotifier(needs: Needs): Notifier {
  const { outbox, deliveries, channels, mutes, carriers, telemetry, now, random = Math.random, everyMs = 1000 } = needs;
  const compose = createComposer(needs);
  const running = new Map<Promise<void>, string>();
  const polling = createPolling(round);
  let prunedAt = 0;

  return {
    start: polling.start,
    async stop() {
      await polling.stop();
      await Promise.all(running.keys());
    },
    async runDue() {
      let count = 0;
      for (let taken = await takeUp(); taken > 0; taken = await takeUp()) {
        count += taken;
        await Promise.all(running.keys());
      }
      return count;
    },
    async sendTest({ id: channelId, projectId }, recipient) {
      const id = randomId("test");
      await outbox.addTest({ id, projectId, channelId, ...(recipient === undefined ? {} : { recipient }) }, now());
      const [claimed] = await outbox.claim({ now: now(), leaseMs, limit: 1, toldLimit, id });
      if (claimed) await deliver(claimed);
      return deliveries.get(projectId, id);
    },
  };

  /** One look into the outbox; resolves with how long to wait before the next. */
  async function round(): Promise<number> {
    try {
      const taken = await takeUp();
      if (now() - prunedAt > 3_600_000) {
        prunedAt = now();
        await outbox.prune(now() - keptMs);
      }
      return taken > 0 ? 0 : everyMs;
    } catch (thrown) {
      telemetry.emit({ kind: "outbox-unreadable", level: "warn", message: messageOf(thrown) });
      return everyMs * 5;
    }
  }

  async function takeUp(): Promise<number> {
    const busy = Map.groupBy(running.values(), (channel) => channel);
    const exceptChannels = [...busy]
      .filter(([, sends]) => sends.length >= atOncePerChannel)
      .map(([channel]) => channel);
    const limit = Math.min(atOnce - running.size, atOncePerChannel);
    if (limit <= 0) return 0;
    const claimed = await outbox.claim({ now: now(), leaseMs, limit, exceptChannels, toldLimit });
    for (const delivery of claimed) {
      const sending = deliver(delivery)
        .catch((thrown: unknown) => {
          // The lease runs out and it is taken up again.
          telemetry.emit({ kind: "delivery-interrupted", level: "warn", message: messageOf(thrown) });
        })
        .finally(() => running.delete(sending));
      running.set(sending, delivery.channelId);
    }
    return claimed.length;
  }

  async function deliver(delivery: Leased): Promise<void> {
    const channel = await channels.get(delivery.projectId, delivery.channelId);
    if (!channel) return settle(delivery, { kind: "refused", because: "the channel was deleted" });
    if (channel.disabledBecause !== undefined) {
      return settle(delivery, { kind: "refused", because: `the channel is disabled: ${channel.disabledBecause}` });
    }
    const carrier = carriers[channel.target.kind];
    const doubtful = beforeTry(delivery, carrier.knowsRepeats);
    if (doubtful) return write(delivery, doubtful);
    if (await isUnwanted(delivery)) {
      return settle(delivery, { kind: "refused", because: "its recipient asked to hear no more of it" });
    }
    const message = await compose(delivery, channel);
    if (!(await outbox.begin(delivery))) return lost(delivery);
    const { recipient } = delivery;
    const outcome = await send(carrier, message, { channel, ...(recipient === undefined ? {} : { recipient }) });
    if (outcome.kind === "gone") await channels.disable(delivery.projectId, channel.id, outcome.because);
    return settle(delivery, outcome, carrier.knowsRepeats);
  }

  /** Asked for after this was decided: a digest waits up to a day. */
  async function isUnwanted({ projectId, recipient, told }: Leased): Promise<boolean> {
    if (recipient === undefined || told.length === 0) return false;
    const known = await mutes.list(projectId);
    return told.every((one) => isMuted(known, recipient, one));
  }

  async function settle(delivery: Leased, outcome: SendOutcome, knowsRepeats = false): Promise<void> {
    const at = now();
    const wish = outcome.kind === "again" ? outcome.afterMs : undefined;
    const settled = afterTry(delivery, outcome, { at, random: random(), knowsRepeats });
    await write(delivery, settled, wish === undefined ? undefined : at + wish);
  }

  async function write(delivery: Leased, settled: Settled, holdChannelUntil?: number): Promise<void> {
    const held = holdChannelUntil === undefined ? {} : { holdChannelUntil };
    if (!(await outbox.settle(delivery, settled, { at: now(), ...held }))) return lost(delivery);
    const because = settled.state === "sent" ? {} : { because: settled.problem };
    telemetry.emit({
      kind: "delivery-tried",
      level: settled.state === "sent" ? "debug" : "warn",
      labels: { state: settled.state === "ready" ? "again" : settled.state },
      message: settled.state === "sent" ? "a notification was sent" : "a notification was not sent",
      facts: { delivery: delivery.id, channel: delivery.channelId, tries: delivery.tries, ...because },
    });
  }

  function lost({ id, channelId }: Leased): void {
    const facts = { delivery: id, channel: channelId };
    telemetry.emit({ kind: "delivery-lease-lost", level: "warn", message: "a lease ran out while sending", facts });
  }
}

/** A carrier promises not to throw; one that does may have sent something. */
async function send(carrier: Carrier, ...what: Parameters<Carrier["send"]>): Promise<SendOutcome> {
  try {
    return await carrier.send(...what);
  } catch {
    return { kind: "unconfirmed", because: "sending broke off inside the service" };
  }
}
