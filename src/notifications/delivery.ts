import { unreachable } from "../platform/http/unreachable.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Told } from "./told.ts";

/**
 * The life of a delivery.
 *
 *   ready ──claimed──► sending ──► sent
 *     ▲                  │  ├────► failed   the receiver refuses it for good, or nobody knows whether it arrived twice
 *     └──── tried again ─┘  └────► dead     given up after 72 hours of trying
 */
export const deliveryStates = ["ready", "sending", "sent", "failed", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `single` tells one issue change, `digest` those of a window, `test` is sent on request. */
export const deliveryKinds = ["single", "digest", "test"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** One message to one recipient of one channel. Times are Unix milliseconds. */
export interface Delivery {
  /** Derived from what it tells and to whom; Message-ID and webhook-id are made of it, the same in every try. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly channelId: string;
  /** An e-mail address; absent where the channel itself is the recipient. */
  readonly recipient?: string;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** Not sent before. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly tries: number;
  readonly firstTriedAt?: number;
  /** Tries of which nobody knows whether they arrived. */
  readonly unconfirmed: number;
  /** Why the last try did not succeed. */
  readonly problem?: string;
  readonly sentAt?: number;
}

/** A delivery that this process may send until the lease ends; `epoch` tells it from an earlier holder's. */
export interface Leased extends Delivery {
  readonly epoch: number;
  /** The most severe and newest, at most as many as were asked for. */
  readonly told: readonly Told[];
  /** How many there are in all. */
  readonly toldCount: number;
}

/** What came of one try. */
export type SendOutcome =
  | { readonly kind: "sent" }
  /** Certainly not delivered; a later try may succeed. `afterMs` is the receiver's own wish (Retry-After). */
  | { readonly kind: "again"; readonly because: string; readonly afterMs?: number }
  /** Handed over, but the answer never came: it may or may not have arrived. */
  | { readonly kind: "unconfirmed"; readonly because: string }
  /** Will not be taken, now or later. */
  | { readonly kind: "refused"; readonly because: string }
  /** The receiver asks that nothing be sent here any more: the channel is disabled. */
  | { readonly kind: "gone"; readonly because: string };

/** What a delivery becomes. */
export type Settled =
  | { readonly state: "sent" }
  | { readonly state: "ready"; readonly dueAt: number; readonly problem: string; readonly unconfirmed: number }
  | { readonly state: "failed" | "dead"; readonly problem: string; readonly unconfirmed: number };

interface Moment {
  /** Unix milliseconds. */
  readonly at: number;
  /** 0 to 1, for jitter. */
  readonly random: number;
  /** The receiver recognises a repeat by its id, so an unconfirmed try may be repeated like any other. */
  readonly knowsRepeats: boolean;
}

const hourMs = 3_600_000;
const giveUpAfterMs = 72 * hourMs;
const firstWaitMs = 5_000;
const longestWaitMs = 4 * hourMs;

/**
 * After a try: doubling waits from 5 s to 4 h with jitter, never shorter than the receiver asked for, for 72 hours. A
 * receiver that cannot recognise repeats gets at most one of them: after a second unconfirmed try nothing more is sent.
 */
export function afterTry(delivery: Delivery, outcome: SendOutcome, moment: Moment): Settled {
  const { unconfirmed } = delivery;
  switch (outcome.kind) {
    case "sent":
      return { state: "sent" };
    case "refused":
    case "gone":
      return { state: "failed", problem: outcome.because, unconfirmed };
    case "again":
      return tryAgain(delivery, { ...outcome, unconfirmed }, moment);
    case "unconfirmed":
      if (unconfirmed > 0 && !moment.knowsRepeats) return doubtful(outcome.because, unconfirmed + 1);
      return tryAgain(delivery, { ...outcome, unconfirmed: unconfirmed + 1 }, moment);
    default:
      return unreachable(outcome);
  }
}

/** What a claimed delivery is turned into instead of being sent: a process died twice while handing it over. */
export function beforeTry(delivery: Delivery, knowsRepeats: boolean): Settled | undefined {
  if (knowsRepeats || delivery.unconfirmed < 2) return undefined;
  return doubtful("the process ended while sending", delivery.unconfirmed);
}

const doubtful = (because: string, unconfirmed: number): Settled => ({
  state: "failed",
  problem: `${because}; it may have arrived, so it is not sent a third time`,
  unconfirmed,
});

function tryAgain(
  { tries, firstTriedAt, kind }: Delivery,
  { because, afterMs = 0, unconfirmed }: { because: string; afterMs?: number; unconfirmed: number },
  { at, random }: Moment,
): Settled {
  const first = firstTriedAt ?? at;
  // A test tells the person who asked for it how it went, so it is tried once.
  if (kind === "test") return { state: "failed", problem: because, unconfirmed };
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(tries - 1, 20));
  const dueAt = Math.round(at + Math.max(afterMs, ceiling * (0.5 + random / 2)));
  if (dueAt - first > giveUpAfterMs) return { state: "dead", problem: because, unconfirmed };
  return { state: "ready", dueAt, problem: because, unconfirmed };
}
