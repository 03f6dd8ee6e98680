import { issueKinds } from "../issues/issue.ts";
import type { IssueChange } from "../issues/issue-change.ts";
import type { Monitor, NotificationPreference } from "../monitors/monitor.ts";
import type { MonitorChange } from "../monitors/monitor-change.ts";
import { digest } from "../platform/crypto/digest.ts";
import type { ProjectId } from "../platform/ids.ts";
import { isBetween, nextClockTime } from "../platform/text/local-time.ts";
import { type Channel, emailChannelId, nobodyChannelId, severityRank } from "./channel.ts";
import { isMuted, type Mute } from "./mute.ts";
import { isOfMonitor, type Told, toldChanges, toldOfIssue, toldOfMonitor } from "./told.ts";

/** One change for one recipient of one channel, and the delivery it goes into. */
export interface Notice {
  /** Derived from change, channel and recipient: deciding it twice changes nothing. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly channelId: string;
  readonly recipient?: string;
  readonly told: Told;
  readonly delivery: PlannedDelivery;
}

/** Equal ids mean one message: what falls into the same window for the same recipient is told together. */
interface PlannedDelivery {
  readonly id: string;
  readonly kind: "single" | "digest";
  /** Unix milliseconds. */
  readonly dueAt: number;
}

export interface Audience {
  /** The monitor that found the issue, or that the change is about. Undefined when it was deleted: nobody is notified. */
  readonly monitor: Pick<Monitor, "name" | "notifications" | "cooldownMinutes"> | undefined;
  readonly channels: ReadonlyMap<string, Pick<Channel, "target">>;
  /** E-mail addresses of the account's users. */
  readonly users: readonly string[];
  /** What e-mail addresses of the project asked not to hear of. */
  readonly mutes?: readonly Pick<Mute, "recipient" | "scope" | "subjectId">[];
}

/** A monitor without preferences tells everyone of the account by e-mail, at once. */
const byDefault: NotificationPreference = { channel: emailChannelId, on: issueKinds, cadence: "immediate" };

/** What happened, and by which words it is known: equal ones are told once. */
export interface Happening {
  readonly projectId: ProjectId;
  readonly told: Told;
  readonly key: readonly string[];
}

/** Undefined for what people are not told of. */
export function ofIssue(change: IssueChange, monitorName: string | undefined): Happening | undefined {
  const { issue } = change;
  const told = toldOfIssue(change, monitorName);
  if (!told) return undefined;
  // An issue opens once; to any other state it can come again.
  const since = told.change === "spiking" ? issue.spikingSince : issue.stateSince;
  const occasion = told.change === "opened" ? "" : `${since}`;
  return { projectId: issue.projectId, told, key: [issue.id, told.change, occasion] };
}

export function ofMonitor(change: MonitorChange): Happening {
  const { kind, monitor, at } = change;
  return { projectId: monitor.projectId, told: toldOfMonitor(change), key: [monitor.id, kind, `${at}`] };
}

/**
 * Who is told of what happened, and in which message. Where several preferences lead to the same recipient, the earliest
 * message wins, so nobody is told the same thing twice.
 */
export function noticesOf(happening: Happening | undefined, audience: Audience): readonly Notice[] {
  const { monitor } = audience;
  // A monitor that was deleted may still find something in the calls that were on the way.
  if (!happening || !monitor) return [];
  const { told } = happening;
  const asked = monitor.notifications;
  const found = new Map<string, Notice>();
  for (const preference of asked.length === 0 ? [byDefault] : asked) {
    if (preference.channel === nobodyChannelId || !wants(preference, told)) continue;
    for (const recipient of recipientsOf(preference.channel, audience)) {
      if (recipient !== undefined && isMuted(audience.mutes ?? [], recipient, told)) continue;
      const notice = noticeOf(happening, preference, recipient);
      const known = found.get(notice.id);
      if (!known || notice.delivery.dueAt < known.delivery.dueAt) found.set(notice.id, notice);
    }
  }
  return [...found.values()];
}

const stormWindowMs = 10 * 60_000;
/** So many messages of their own go to one recipient of one channel in ten minutes. */
export const stormCeiling = 10;
/** How far back messages count towards the ceiling. */
export const stormWindow = { ms: stormWindowMs, ceiling: stormCeiling } as const;

/** In a storm the rest of the window is told in one digest at its end. `lately` counts messages of the window so far. */
export function bounded(notice: Notice, lately: number): Notice {
  const { delivery, told } = notice;
  if (delivery.kind !== "single" || lately < stormCeiling) return notice;
  const dueAt = (Math.floor(told.at / stormWindowMs) + 1) * stormWindowMs;
  return { ...notice, delivery: { id: deliveryId(notice, "storm", dueAt), kind: "digest", dueAt } };
}

/** For a notice that comes when the message of its window has left already: one more message, at once. */
export function belated({ id, ...notice }: Notice): Notice {
  const { dueAt } = notice.delivery;
  return { ...notice, id, delivery: { id: digest("belated", notice.delivery.id), kind: "digest", dueAt } };
}

/**
 * After a message about a monitor the next ones for the same recipient wait: until `lastDueAt` and the cool-down are
 * over, and then come together. `lastDueAt`: when the latest message about that monitor was or is due.
 */
export function cooled(notice: Notice, lastDueAt: number | undefined, cooldownMinutes: number): Notice {
  const { delivery, told } = notice;
  const coolMs = cooldownMinutes * 60_000;
  if (delivery.kind !== "single" || lastDueAt === undefined || lastDueAt + coolMs <= told.at) return notice;
  // One that still waits takes this along.
  const dueAt = lastDueAt > told.at ? lastDueAt : lastDueAt + coolMs;
  return {
    ...notice,
    delivery: { id: deliveryId(notice, `cooldown ${told.monitorId}`, dueAt), kind: "digest", dueAt },
  };
}

/** That a monitor does not work is told wherever it tells anything: who waits for its findings would wait in vain. */
function wants({ on, changes = toldChanges, minSeverity, maxSeverity }: NotificationPreference, told: Told): boolean {
  if (isOfMonitor(told)) return true;
  const rank = severityRank[told.severity];
  return (
    on.includes(told.kind) &&
    changes.includes(told.change) &&
    rank <= severityRank[minSeverity ?? "minor"] &&
    rank >= severityRank[maxSeverity ?? "critical"]
  );
}

/** A channel that is gone has itself as its recipient: that nothing could be sent shows in the delivery's state. */
function recipientsOf(channelId: string, { channels, users }: Audience): readonly (string | undefined)[] {
  const target = channels.get(channelId)?.target;
  if (target?.kind !== "email") return [undefined];
  return target.to === "account" ? users : target.to;
}

function noticeOf(
  { projectId, told, key }: Happening,
  preference: NotificationPreference,
  recipient: string | undefined,
): Notice {
  const to = { projectId, channelId: preference.channel, ...(recipient === undefined ? {} : { recipient }) };
  const id = digest("notice", ...key, preference.channel, recipient ?? "");
  return { id, ...to, told, delivery: planned(id, { ...to, told }, preference) };
}

function planned(noticeId: string, to: To, preference: NotificationPreference): PlannedDelivery {
  const { quietHours, dailyAt = "09:00", timeZone = "UTC" } = preference;
  const { at } = to.told;
  const cadence = isOfMonitor(to.told) ? "immediate" : preference.cadence;
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
    ? { id: digest("delivery", noticeId), kind: "single", dueAt }
    : { id: deliveryId(to, cadence, dueAt), kind: "digest", dueAt };
}

type To = Pick<Notice, "projectId" | "channelId" | "recipient" | "told">;

function deliveryId({ projectId, channelId, recipient = "" }: To, window: string, dueAt: number): string {
  return digest("delivery", projectId, channelId, recipient, window, `${dueAt}`);
}
