import type { ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { SendOutcome } from "../../platform/send-outcome.ts";
import type { Channel, ChannelKind } from "../channel.ts";
import type { Delivery, DeliveryState, Leased, Settled } from "../delivery.ts";
import type { Message } from "../message.ts";
import type { Mute } from "../mute.ts";
import type { MonitorEvent } from "../notification-event.ts";

/**
 * Deliveries in progress. The transaction that changes an issue adds them (see IssueStore.change), so there is
 * no change without its deliveries and no delivery without its change.
 */
export interface Outbox {
  /**
   * Claims deliveries that are due or whose lease expired, each for one caller at a time. The lease's epoch is
   * the fence: `begin` and `settle` with an earlier epoch do nothing.
   */
  claim(wanted: Claim): Promise<readonly Leased[]>;
  /**
   * Records that sending begins; a crash from here on leaves it unknown whether the message arrived. Returns
   * false when the lease was lost: do not send.
   */
  begin(delivery: Leased): Promise<boolean>;
  /**
   * Records the outcome. `holdChannelUntil` delays everything for that channel. Returns false when the lease was
   * lost.
   */
  settle(delivery: Leased, settled: Settled, moment: SettledMoment): Promise<boolean>;
  /** Adds a test message without an event. */
  addTest(delivery: Pick<Delivery, "id" | "projectId" | "channelId" | "recipient">, at: number): Promise<void>;
  /** Deletes deliveries that ended before `before`. Returns their number. */
  prune(before: number): Promise<number>;
}

export interface Claim {
  /** Unix milliseconds. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Busy channels, whose deliveries are not claimed. */
  readonly exceptChannels?: readonly string[];
  /** Claims only this delivery. */
  readonly id?: string;
  /** Maximum events read of each delivery. */
  readonly maxEvents: number;
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
  /** Numbers of the issues in the message, most severe first; with `monitors` at most 20. */
  readonly issueNumbers: readonly number[];
  /** Events about monitors themselves. */
  readonly monitors: readonly MonitorEvent[];
  readonly eventCount: number;
}

/** Backlog of messages. */
export interface DeliveryBacklog {
  /**
   * Returns unfinished messages of one project, or of all, that are due or were attempted: how many, the due
   * time of the oldest (Unix milliseconds), and the reason of the newest failure.
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
  /** Counts messages that failed with one of these problems, by channel and recipient. */
  countFailed(
    project: ProjectId,
    problems: readonly string[],
  ): Promise<readonly { readonly channelId: string; readonly recipient: string; readonly count: number }[]>;
}

/** Muted recipients; read by the transaction that changes an issue. */
export interface MuteStore {
  /** Newest first. */
  list(project: ProjectId): Promise<readonly Mute[]>;
  /** Adding an existing mute does not change it. */
  add(mute: Mute): Promise<void>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}

/**
 * Channels of projects. The built-in email channel belongs to every project and can be neither changed nor
 * removed.
 */
export interface ChannelStore {
  /** The built-in one first, then oldest first. */
  list(project: ProjectId): Promise<readonly Channel[]>;
  get(project: ProjectId, id: string): Promise<Channel | undefined>;
  add(channel: Channel): Promise<void>;
  /** Returns false when the channel does not exist. */
  replace(channel: Channel): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
  /** A second call does not change the reason. */
  disable(project: ProjectId, id: string, reason: string): Promise<void>;
}

/**
 * Sends messages to channels of one kind, without delay and without retries, which the notifier does. Never
 * throws for a failure of the receiver, returns within 45 seconds, reads a bounded part of the response,
 * follows no redirect, and includes no secret of the channel in its reasons.
 */
export interface Sender {
  /**
   * Whether a receiver recognizes repeats by id. If not, the notifier repeats an unconfirmed attempt at most
   * once.
   */
  readonly knowsRepeats: boolean;
  send(message: Message, to: { readonly channel: Channel; readonly recipient?: string }): Promise<SendOutcome>;
}

export type Senders = Readonly<Record<ChannelKind, Sender>>;
