import { digest } from "../lib/digest.ts";
import { isBetween, nextClockTime } from "../lib/local-time.ts";
import { type Channel, emailChannelId, nobodyChannelId, severityRank } from "./channel.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "./ids.ts";
import type { Issue } from "./issue.ts";
import { issueKinds } from "./issue.ts";
import type { IssueChange } from "./issue-change.ts";
import type { Monitor, NotificationPreference } from "./monitor.ts";
import { isMuted, type Mute } from "./mute.ts";

/** The changes that people are told of. What they did with an issue otherwise, they find in its history. */
export const toldChanges = ["opened", "regressed", "spiking", "resolved"] as const;
type ToldChange = (typeof toldChanges)[number];

/** One issue change as it is told: the issue as it was then. */
export interface Told {
  readonly change: ToldChange;
  /** More of what happened, in words: how much more often, why it is open again. */
  readonly detail?: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly issueId: IssueId;
  readonly number: number;
  readonly kind: Issue["kind"];
  readonly title: string;
  readonly severity: Issue["severity"];
  readonly explanation: string;
  readonly check: string;
  readonly errorType?: Issue["errorType"];
  readonly monitorId: MonitorId;
  /** Absent when the monitor was deleted. */
  readonly monitorName?: string;
  readonly sampleDatapointId: DatapointId;
}

/** One issue change for one recipient of one channel, and the delivery it goes into. */
export interface Notice {
  /** Derived from issue change, channel and recipient: deciding it twice changes nothing. */
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
  /** The monitor that found the issue, if it is still there. */
  readonly monitor: Pick<Monitor, "name" | "notifications" | "cooldownMinutes"> | undefined;
  readonly channels: ReadonlyMap<string, Pick<Channel, "target">>;
  /** E-mail addresses of the account's users. */
  readonly users: readonly string[];
  /** What e-mail addresses of the project asked not to hear of. */
  readonly mutes?: readonly Pick<Mute, "recipient" | "scope" | "subjectId">[];
}

/** A monitor without preferences tells everyone of the account by e-mail, at once. */
const byDefault: NotificationPreference = { channel: emailChannelId, on: issueKinds, cadence: "immediate" };

/**
 * Who is told of an issue change, and in which message. Where several preferences lead to the same recipient, the
 * earliest message wins, so nobody is told the same thing twice.
 */
export function noticesOf(change: IssueChange, audience: Audience): readonly Notice[] {
  const told = toldOf(change, audience.monitor?.name);
  if (!told) return [];
  const asked = audience.monitor?.notifications ?? [];
  const found = new Map<string, Notice>();
  for (const preference of asked.length === 0 ? [byDefault] : asked) {
    if (preference.channel === nobodyChannelId || !wants(preference, told)) continue;
    for (const recipient of recipientsOf(preference.channel, audience)) {
      if (recipient !== undefined && isMuted(audience.mutes ?? [], recipient, told)) continue;
      const notice = noticeOf(change, told, preference, recipient);
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

/** An ignored issue whose time is up is news like one that comes back. */
function toldAs({ kind, actor }: IssueChange): ToldChange | undefined {
  if (kind === "reopened") return actor === "line" ? "regressed" : undefined;
  return toldChanges.find((known) => known === kind);
}

function toldOf(changed: IssueChange, monitorName: string | undefined): Told | undefined {
  const { issue, at } = changed;
  const told = toldAs(changed);
  const detail = changed.actor === "line" ? changed.note : undefined;
  if (told === undefined) return undefined;
  const { id, number, kind, title, severity, explanation, check, errorType, monitorId, sampleDatapointId } = issue;
  return {
    change: told,
    ...(detail === undefined ? {} : { detail }),
    at: Math.round(at),
    issueId: id,
    number,
    kind,
    title,
    severity,
    explanation,
    check,
    ...(errorType === undefined ? {} : { errorType }),
    monitorId,
    ...(monitorName === undefined ? {} : { monitorName }),
    sampleDatapointId,
  };
}

function wants({ on, changes = toldChanges, minSeverity, maxSeverity }: NotificationPreference, told: Told): boolean {
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
  { issue }: IssueChange,
  told: Told,
  preference: NotificationPreference,
  recipient: string | undefined,
): Notice {
  const to = {
    projectId: issue.projectId,
    channelId: preference.channel,
    ...(recipient === undefined ? {} : { recipient }),
  };
  // An issue opens once; to any other state it can come again.
  const since = told.change === "spiking" ? issue.spikingSince : issue.stateSince;
  const occasion = told.change === "opened" ? "" : `${since}`;
  const id = digest("notice", issue.id, told.change, occasion, preference.channel, recipient ?? "");
  return { id, ...to, told, delivery: planned(id, { ...to, told }, preference) };
}

function planned(noticeId: string, to: To, preference: NotificationPreference): PlannedDelivery {
  const { cadence, quietHours, dailyAt = "09:00", timeZone = "UTC" } = preference;
  const { at } = to.told;
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
