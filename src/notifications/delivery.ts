import { unreachable } from "../platform/http/unreachable.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { SendOutcome } from "../platform/send-outcome.ts";
import type { NotificationEvent } from "./notification-event.ts";

/**
 * The life of a delivery.
 *
 *   ready ──claimed──► sending ──► sent
 *     ▲                  │  ├────► failed   the receiver refuses it for good, or nobody knows whether it arrived twice
 *     └──── tried again ─┘  └────► dead     given up after 72 hours of trying
 */
export const deliveryStates = ["ready", "sending", "sent", "failed", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `single` is one issue change, `digest` those of a time window, `test` is sent on request. */
export const deliveryKinds = ["single", "digest", "test"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** One message to one recipient of one channel. Times are Unix milliseconds. */
export interface Delivery {
  /**
   * Derived from its events and recipient; Message-ID and webhook-id are derived from it, the same in every
   * attempt.
   */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly channelId: string;
  /** An email address; absent where the channel itself is the recipient. */
  readonly recipient?: string;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** Earliest time to send. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly attempts: number;
  readonly firstTriedAt?: number;
  /** Number of attempts with an unknown outcome. */
  readonly unconfirmed: number;
  /** Why the last attempt failed. */
  readonly problem?: string;
  readonly sentAt?: number;
}

/** A delivery claimed by this process until the lease expires; `epoch` distinguishes it from earlier claims. */
export interface Leased extends Delivery {
  readonly epoch: number;
  /** The most severe and newest events, at most `maxEvents` of the claim. */
  readonly events: readonly NotificationEvent[];
  /** Total number of events. */
  readonly eventCount: number;
}

/** The state of a delivery after an attempt. */
export type Settled =
  | { readonly state: "sent" }
  | { readonly state: "ready"; readonly dueAt: number; readonly problem: string; readonly unconfirmed: number }
  | { readonly state: "failed" | "dead"; readonly problem: string; readonly unconfirmed: number };

interface Moment {
  /** Unix milliseconds. */
  readonly at: number;
  /** 0 to 1, for jitter. */
  readonly random: number;
  /** The receiver recognizes repeats by id, so an unconfirmed attempt may be repeated like any other. */
  readonly knowsRepeats: boolean;
}

const hourMs = 3_600_000;
const giveUpAfterMs = 72 * hourMs;
const firstWaitMs = 5_000;
const longestWaitMs = 4 * hourMs;

/**
 * Decides after an attempt: waits double from 5 s to 4 h with jitter, never shorter than the receiver
 * requests, for 72 hours. A receiver that cannot recognize repeats gets at most one: a second unconfirmed
 * attempt ends the delivery.
 */
export function afterTry(delivery: Delivery, outcome: SendOutcome, moment: Moment): Settled {
  const { unconfirmed } = delivery;
  switch (outcome.kind) {
    case "sent":
      return { state: "sent" };
    case "refused":
    case "gone":
      return { state: "failed", problem: outcome.reason, unconfirmed };
    case "again":
      return tryAgain(delivery, { ...outcome, unconfirmed }, moment);
    case "unconfirmed":
      if (unconfirmed > 0 && !moment.knowsRepeats) return doubtful(outcome.reason, unconfirmed + 1);
      return tryAgain(delivery, { ...outcome, unconfirmed: unconfirmed + 1 }, moment);
    default:
      return unreachable(outcome);
  }
}

/**
 * Returns the final state of a claimed delivery that must not be sent: a process died twice while handing it
 * over.
 */
export function beforeTry(delivery: Delivery, knowsRepeats: boolean): Settled | undefined {
  if (knowsRepeats || delivery.unconfirmed < 2) return undefined;
  return doubtful("the process ended while sending", delivery.unconfirmed);
}

const doubtful = (reason: string, unconfirmed: number): Settled => ({
  state: "failed",
  problem: `${reason}; it may have arrived, so it is not sent a third time`,
  unconfirmed,
});

function tryAgain(
  { attempts, firstTriedAt, kind }: Delivery,
  { reason, afterMs = 0, unconfirmed }: { reason: string; afterMs?: number; unconfirmed: number },
  { at, random }: Moment,
): Settled {
  const first = firstTriedAt ?? at;
  // A test reports its result to the person who requested it, so it is attempted once.
  if (kind === "test") return { state: "failed", problem: reason, unconfirmed };
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20));
  const dueAt = Math.round(at + Math.max(afterMs, ceiling * (0.5 + random / 2)));
  if (dueAt - first > giveUpAfterMs) return { state: "dead", problem: reason, unconfirmed };
  return { state: "ready", dueAt, problem: reason, unconfirmed };
}
