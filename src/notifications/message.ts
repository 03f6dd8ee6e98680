import type { Severity } from "../datapoints/index.ts";
import { severities } from "../datapoints/service.ts";
import { unreachable } from "../platform/http/unreachable.ts";
import type { DeliveryKind } from "./delivery.ts";
import { type IssueEvent, isOfMonitor, type MonitorEvent, type NotificationEvent } from "./notification-event.ts";

/** The content of a message, before a channel formats it. All texts may come from outside: escape them. */
export interface Message {
  /** The delivery's id: the same in every attempt. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** Time of this attempt, Unix milliseconds. */
  readonly at: number;
  readonly project: { readonly id: string; readonly name: string };
  /** Most severe first. A digest may contain fewer than `itemCount`. */
  readonly items: readonly MessageItem[];
  readonly itemCount: number;
  /** URL of the notification settings. */
  readonly settingsUrl: string;
  /** For email: unsubscribe links that need no sign-in. */
  readonly muting?: {
    /** Mutes the whole project; for an address outside the account, ends every email of the account. */
    readonly all: string;
    readonly allOf: "project" | "account";
    /** Only in a message about one issue or monitor. */
    readonly monitor?: string;
    readonly issue?: string;
  };
}

export type MessageItem = IssueItem | MonitorItem;

export interface MonitorItem extends MonitorEvent {
  readonly url: string;
}

export interface IssueItem extends IssueEvent {
  readonly url: string;
  /** Absent when ClickHouse did not respond. */
  readonly occurrences?: number;
  readonly usersAffected?: number;
  /** Occurrences in each of the last 24 hours, oldest first, and in total in the 24 hours before. */
  readonly trend?: { readonly hourly: readonly number[]; readonly dayBefore: number };
  /** The last turns before the finding, ending with the response; absent where the channel omits them. */
  readonly dialog?: readonly Turn[];
  /** Stack trace of the exception, the user's frames only, shortened; absent where the channel omits the dialog. */
  readonly stack?: string;
}

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** Returns a sentence about the event. */
export function sentenceOf(event: NotificationEvent): string {
  if (isOfMonitor(event)) return monitorSentence(event);
  const { change, number, title, severity, detail } = event;
  switch (change) {
    case "opened":
      return `New ${severity} issue #${number}: ${title}`;
    case "regressed":
      return detail === undefined
        ? `Issue #${number} is back after it was resolved: ${title}`
        : `Issue #${number} is open again (${detail}): ${title}`;
    case "spiking":
      return `Issue #${number} is spiking${detail === undefined ? "" : ` (${detail})`}: ${title}`;
    case "resolved":
      return `Issue #${number} was resolved: ${title}`;
    default:
      return unreachable(change);
  }
}

function monitorSentence({ change, monitorName = "that was deleted" }: MonitorEvent): string {
  switch (change) {
    case "broken":
      return `The monitor ${monitorName} is broken`;
    case "stopped":
      return `The monitor ${monitorName} is stalled`;
    case "no_data":
      return `The monitor ${monitorName} matches nothing`;
    case "works_again":
      return `The monitor ${monitorName} works again`;
    default:
      return unreachable(change);
  }
}

/** Returns the subject or headline of a message, one line. */
export function headlineOf({ kind, items, itemCount, project }: Message): string {
  const [first] = items;
  if (kind === "test") return `Test message from ${project.name}`;
  if (itemCount === 1 && first) return oneLine(sentenceOf(first), 180);
  const counts = countsBySeverity(items)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(", ");
  const what = items.some(isOfMonitor) ? "changes" : "issue changes";
  const summary = items.length < itemCount ? `${itemCount} ${what}` : `${itemCount} ${what} (${counts})`;
  return oneLine(`${summary} in ${project.name}`, 180);
}

/** Groups items by severity, most severe first. */
export function bySeverity(items: readonly MessageItem[]): readonly (readonly [Severity, readonly MessageItem[]])[] {
  const groups = Map.groupBy(items, ({ severity }) => severity);
  return severities.flatMap((severity) => {
    const of = groups.get(severity);
    return of ? [[severity, of] as const] : [];
  });
}

/** "12 in 24 h, 3 the day before". */
export function trendText({ hourly, dayBefore }: NonNullable<IssueItem["trend"]>): string {
  const lastDay = hourly.reduce((sum, count) => sum + count, 0);
  const arrow = lastDay > dayBefore ? "▲ " : lastDay < dayBefore ? "▼ " : "";
  return `${arrow}${lastDay} in 24 h, ${dayBefore} the day before`;
}

const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/** Returns a sparkline of the day in two-hour steps. */
export function sparkText(hourly: readonly number[]): string {
  const steps = Array.from({ length: Math.ceil(hourly.length / 2) }, (_, index) =>
    hourly.slice(index * 2, index * 2 + 2).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(1, ...steps);
  return steps.map((count) => blocks[count === 0 ? 0 : Math.ceil((count / most) * (blocks.length - 1))]).join("");
}

const countsBySeverity = (items: readonly MessageItem[]) =>
  bySeverity(items).map(([severity, of]) => [severity, of.length] as const);

/** Returns how to turn this notification off, as text. */
export const muteHint = ({ items: [first], itemCount }: Message): string =>
  itemCount === 1 && first && isOfMonitor(first)
    ? "Sent to every channel of the monitor, once per change."
    : "To stop notifications about an issue, set it to ignored on its page.";

/** Returns text without line breaks and control characters, cut at `length`. */
export function oneLine(text: string, length: number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
