import { issueKinds } from "../datapoints/service.ts";
import type { IssueChange } from "../issues/index.ts";
import type { Monitor, MonitorChange, NotificationPreference } from "../monitors/index.ts";
import { notifiableChanges } from "../monitors/service.ts";
import { digest } from "../platform/crypto/digest.ts";
import type { ProjectId } from "../platform/ids.ts";
import { isBetween, nextClockTime } from "../platform/text/local-time.ts";
import { type Channel, emailChannelId, nobodyChannelId, severityRank } from "./channel.ts";
import { isMuted, type Mute } from "./mute.ts";
import { isOfMonitor, issueEventOf, monitorEventOf, type NotificationEvent } from "./notification-event.ts";

/** One event for one recipient of one channel, and the delivery that contains it. */
export interface PlannedNotification {
  /** Derived from event, channel and recipient, so deciding twice changes nothing. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly channelId: string;
  readonly recipient?: string;
  readonly event: NotificationEvent;
  readonly delivery: PlannedDelivery;
}

/** Equal ids mean one message: events in the same time window for the same recipient are combined. */
interface PlannedDelivery {
  readonly id: string;
  readonly kind: "single" | "digest";
  /** Unix milliseconds. */
  readonly dueAt: number;
}

export interface Audience {
  /**
   * The monitor that found the issue, or that the change is about. Undefined when it was deleted: nobody is
   * notified.
   */
  readonly monitor: Pick<Monitor, "name" | "notifications" | "cooldownMinutes"> | undefined;
  readonly channels: ReadonlyMap<string, Pick<Channel, "target">>;
  /** Email addresses of the account's users. */
  readonly users: readonly string[];
  /** Mutes of the project's email addresses. */
  readonly mutes?: readonly Pick<Mute, "recipient" | "scope" | "subjectId">[];
}

/** A monitor without preferences immediately emails every user of the account. */
const byDefault: NotificationPreference = { channel: emailChannelId, on: issueKinds, cadence: "immediate" };

/** An event and its deduplication key: events with the same key are sent once. */
export interface Happening {
  readonly projectId: ProjectId;
  readonly event: NotificationEvent;
  readonly key: readonly string[];
}

/** Returns undefined for changes without notification. */
export function ofIssue(change: IssueChange, monitorName: string | undefined): Happening | undefined {
  const { issue } = change;
  const event = issueEventOf(change, monitorName);
  if (!event) return undefined;
  // An issue opens once but can enter any other state several times.
  const since = event.change === "spiking" ? issue.spikingSince : issue.stateSince;
  const occasion = event.change === "opened" ? "" : `${since}`;
  return { projectId: issue.projectId, event, key: [issue.id, event.change, occasion] };
}

export function ofMonitor(change: MonitorChange): Happening {
  const { kind, monitor, at } = change;
  return { projectId: monitor.projectId, event: monitorEventOf(change), key: [monitor.id, kind, `${at}`] };
}

/**
 * Plans who is notified of an event, and in which message. If several preferences reach the same recipient,
 * the earliest message wins, so nobody is notified twice.
 */
export function planNotifications(
  happening: Happening | undefined,
  audience: Audience,
): readonly PlannedNotification[] {
  const { monitor } = audience;
  // A deleted monitor may still find something in calls that are in the pipeline.
  if (!happening || !monitor) return [];
  const { event } = happening;
  const preferences = monitor.notifications;
  const found = new Map<string, PlannedNotification>();
  for (const preference of preferences.length === 0 ? [byDefault] : preferences) {
    if (preference.channel === nobodyChannelId || !wants(preference, event)) continue;
    for (const recipient of recipientsOf(preference.channel, audience)) {
      if (recipient !== undefined && isMuted(audience.mutes ?? [], recipient, event)) continue;
      const notification = notificationOf(happening, preference, recipient);
      const known = found.get(notification.id);
      if (!known || notification.delivery.dueAt < known.delivery.dueAt) found.set(notification.id, notification);
    }
  }
  return [...found.values()];
}

const stormWindowMs = 10 * 60_000;
/** Maximum separate messages to one recipient of one channel in ten minutes. */
export const stormCeiling = 10;
/** Time window of the ceiling. */
export const stormWindow = { ms: stormWindowMs, ceiling: stormCeiling } as const;

/**
 * Above the ceiling, the rest of the window becomes one digest at its end. `recentCount`: messages of the
 * window so far.
 */
export function bounded(notification: PlannedNotification, recentCount: number): PlannedNotification {
  const { delivery, event } = notification;
  if (delivery.kind !== "single" || recentCount < stormCeiling) return notification;
  const dueAt = (Math.floor(event.at / stormWindowMs) + 1) * stormWindowMs;
  return { ...notification, delivery: { id: deliveryId(notification, "storm", dueAt), kind: "digest", dueAt } };
}

/** Plans one more immediate message for a notification whose window's message has already been sent. */
export function belated({ id, ...notification }: PlannedNotification): PlannedNotification {
  const { dueAt } = notification.delivery;
  return { ...notification, id, delivery: { id: digest("belated", notification.delivery.id), kind: "digest", dueAt } };
}

/**
 * Delays notifications about a monitor during its cool-down for the recipient: they wait until `lastDueAt`
 * plus the cool-down and are then combined. `lastDueAt`: when the latest message about that monitor was or is
 * due.
 */
export function cooled(
  notification: PlannedNotification,
  lastDueAt: number | undefined,
  cooldownMinutes: number,
): PlannedNotification {
  const { delivery, event } = notification;
  const coolMs = cooldownMinutes * 60_000;
  if (delivery.kind !== "single" || lastDueAt === undefined || lastDueAt + coolMs <= event.at) return notification;
  // A message that still waits includes this notification.
  const dueAt = lastDueAt > event.at ? lastDueAt : lastDueAt + coolMs;
  return {
    ...notification,
    delivery: { id: deliveryId(notification, `cooldown ${event.monitorId}`, dueAt), kind: "digest", dueAt },
  };
}

/**
 * A monitor's own failure is sent to all of its channels, because its findings would otherwise be missing
 * silently.
 */
function wants(
  { on, changes = notifiableChanges, minSeverity, maxSeverity }: NotificationPreference,
  event: NotificationEvent,
): boolean {
  if (isOfMonitor(event)) return true;
  const rank = severityRank[event.severity];
  return (
    on.includes(event.kind) &&
    changes.includes(event.change) &&
    rank <= severityRank[minSeverity ?? "minor"] &&
    rank >= severityRank[maxSeverity ?? "critical"]
  );
}

/** A deleted channel is its own recipient, so that the delivery's state shows the failure. */
function recipientsOf(channelId: string, { channels, users }: Audience): readonly (string | undefined)[] {
  const target = channels.get(channelId)?.target;
  if (target?.kind !== "email") return [undefined];
  return target.to === "account" ? users : target.to;
}

function notificationOf(
  { projectId, event, key }: Happening,
  preference: NotificationPreference,
  recipient: string | undefined,
): PlannedNotification {
  const to = { projectId, channelId: preference.channel, ...(recipient === undefined ? {} : { recipient }) };
  const id = digest("notice", ...key, preference.channel, recipient ?? "");
  return { id, ...to, event, delivery: planned(id, { ...to, event }, preference) };
}

function planned(notificationId: string, to: To, preference: NotificationPreference): PlannedDelivery {
  const { quietHours, dailyAt = "09:00", timeZone = "UTC" } = preference;
  const { at } = to.event;
  const cadence = isOfMonitor(to.event) ? "immediate" : preference.cadence;
  const hourMs = 3_600_000;
  const due =
    cadence === "immediate"
      ? at
      : cadence === "hourly"
        ? (Math.floor(at / hourMs) + 1) * hourMs
        : nextClockTime(at, dailyAt, timeZone);
  const isQuiet = quietHours !== undefined && isBetween(due, quietHours, timeZone);
  const dueAt = isQuiet ? nextClockTime(due, quietHours.to, timeZone) : due;
  return cadence === "immediate" && !isQuiet
    ? { id: digest("delivery", notificationId), kind: "single", dueAt }
    : { id: deliveryId(to, cadence, dueAt), kind: "digest", dueAt };
}

type To = Pick<PlannedNotification, "projectId" | "channelId" | "recipient" | "event">;

function deliveryId({ projectId, channelId, recipient = "" }: To, window: string, dueAt: number): string {
  return digest("delivery", projectId, channelId, recipient, window, `${dueAt}`);
}
