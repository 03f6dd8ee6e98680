import type { Page, PageRequest } from "../../datapoints/ports/datapoint-reader.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Channel, ChannelKind } from "../channel.ts";
import type { Delivery, DeliveryState, Leased, SendOutcome, Settled } from "../delivery.ts";
import type { Message } from "../message.ts";
import type { Mute } from "../mute.ts";
import type { ToldMonitor } from "../told.ts";

/**
 * Deliveries that are decided and not yet over. They are put in by the transaction that changes an issue (see
 * IssueStore.change), so there is no change without its deliveries and no delivery without its change.
 */
export interface Outbox {
  /**
   * Hands out deliveries that are due, and such whose holder has let its lease run out, each to one caller at a time.
   * The lease's epoch is the fence: `begin` and `settle` of an earlier holder do nothing.
   */
  claim(wanted: Claim): Promise<readonly Leased[]>;
  /**
   * Says that sending begins now; from here on a crash leaves it unknown whether the message arrived. False when the
   * lease was lost: do not send.
   */
  begin(delivery: Leased): Promise<boolean>;
  /** What came of it. With `holdChannelUntil`, everything for that channel waits as well. False when the lease was lost. */
  settle(delivery: Leased, settled: Settled, moment: SettledMoment): Promise<boolean>;
  /** Puts in a message that tells no issue change. */
  addTest(delivery: Pick<Delivery, "id" | "projectId" | "channelId" | "recipient">, at: number): Promise<void>;
  /** Forgets what was over before `before`. Returns how many deliveries. */
  prune(before: number): Promise<number>;
}

export interface Claim {
  /** Unix milliseconds. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Channels that are busy and get nothing now. */
  readonly exceptChannels?: readonly string[];
  /** Only this one. */
  readonly id?: string;
  /** How much of a digest is read. */
  readonly toldLimit: number;
}

interface SettledMoment {
  /** Unix milliseconds. */
  readonly at: number;
  readonly holdChannelUntil?: number;
}

interface DeliveryFilter {
  readonly states?: readonly DeliveryState[];
  readonly channelId?: string;
}

/** A delivery as the history shows it. */
export interface DeliveryRecord extends Delivery {
  /** Numbers of the issues it tells, most severe first; with `monitors` at most 20. */
  readonly issueNumbers: readonly number[];
  /** What it tells of monitors themselves. */
  readonly monitors: readonly ToldMonitor[];
  readonly toldCount: number;
}

/** How far behind the sending of messages is. */
export interface DeliveryBacklog {
  /**
   * Of one project, or of all: messages that are due or were tried, and are not over; since when the first of them waits (Unix
   * milliseconds), and why the newest failure was one.
   */
  due(
    project: ProjectId | undefined,
    now: number,
  ): Promise<{ readonly count: number; readonly oldestAt?: number; readonly problem?: string }>;
}

export interface DeliveryHistory {
  /** Newest first. */
  list(project: ProjectId, filter: DeliveryFilter, page: PageRequest): Promise<Page<DeliveryRecord>>;
  get(project: ProjectId, id: string): Promise<DeliveryRecord | undefined>;
}

/** Who asked not to be told of what; consulted by the transaction that changes an issue. */
export interface MuteStore {
  /** Newest first. */
  list(project: ProjectId): Promise<readonly Mute[]>;
  /** Adding it again keeps the first. */
  add(mute: Mute): Promise<void>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}

/** The built-in e-mail channel belongs to every project and can be neither changed nor removed. */
export interface ChannelStore {
  /** The built-in one first, then oldest first. */
  list(project: ProjectId): Promise<readonly Channel[]>;
  get(project: ProjectId, id: string): Promise<Channel | undefined>;
  add(channel: Channel): Promise<void>;
  /** False when there is no such channel to replace. */
  replace(channel: Channel): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
  /** Keeps the first reason. */
  disable(project: ProjectId, id: string, because: string): Promise<void>;
}

/**
 * Sends messages to channels of one kind. Holds nothing back and tries nothing again: that is the notifier's. It
 * never throws for what the receiver does or fails to do, answers within 45 seconds, reads a bounded part of the
 * receiver's answer, follows no redirect, and lets no secret of the channel into the reasons it gives.
 */
export interface Carrier {
  /**
   * Whether a receiver can tell a repeat from the same id. Where not, the notifier repeats an unconfirmed try at
   * most once.
   */
  readonly knowsRepeats: boolean;
  send(message: Message, to: { readonly channel: Channel; readonly recipient?: string }): Promise<SendOutcome>;
}

export type Carriers = Readonly<Record<ChannelKind, Carrier>>;
