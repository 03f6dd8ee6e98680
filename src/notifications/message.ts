import { type Severity, severities } from "../checks/verdicts/verdict.ts";
import { unreachable } from "../platform/http/unreachable.ts";
import type { DeliveryKind } from "./delivery.ts";
import { isOfMonitor, type Told, type ToldIssue, type ToldMonitor } from "./told.ts";

/** What a recipient reads, before a channel gives it its form. All texts may come from outside: escape them. */
export interface Message {
  /** The delivery's id: the same in every try. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** Unix milliseconds: when this try is made. */
  readonly at: number;
  readonly project: { readonly id: string; readonly name: string };
  /** Most severe first. A digest may tell fewer than it counts. */
  readonly items: readonly MessageItem[];
  readonly itemCount: number;
  /** Where notifications are set. */
  readonly settingsUrl: string;
  /** For e-mail: links by which the recipient is told less, without signing in. */
  readonly muting?: {
    /** Everything of the project. */
    readonly all: string;
    /** Of a message about one issue or monitor. */
    readonly monitor?: string;
    readonly issue?: string;
  };
}

export type MessageItem = IssueItem | MonitorItem;

export interface MonitorItem extends ToldMonitor {
  readonly url: string;
}

export interface IssueItem extends ToldIssue {
  readonly url: string;
  /** Absent when the store of datapoints did not answer. */
  readonly occurrences?: number;
  readonly usersAffected?: number;
  /** Occurrences in each of the last 24 hours, oldest first, and how many the 24 hours before had. */
  readonly trend?: { readonly hourly: readonly number[]; readonly dayBefore: number };
  /** The last turns that led to it, the answer last; absent where the channel leaves them out. */
  readonly dialog?: readonly Turn[];
}

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** What happened, in a sentence. */
export function sentenceOf(told: Told): string {
  if (isOfMonitor(told)) return monitorSentence(told);
  const { change, number, title, severity, detail } = told;
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

function monitorSentence({ change, monitorName = "that was deleted" }: ToldMonitor): string {
  switch (change) {
    case "broken":
      return `The monitor ${monitorName} is broken`;
    case "stopped":
      return `The monitor ${monitorName} stands still`;
    case "no_data":
      return `The monitor ${monitorName} matches nothing`;
    case "works_again":
      return `The monitor ${monitorName} works again`;
    default:
      return unreachable(change);
  }
}

/** The subject or headline of a message, one line. */
export function headlineOf({ kind, items, itemCount, project }: Message): string {
  const [first] = items;
  if (kind === "test") return `Test message from ${project.name}`;
  if (itemCount === 1 && first) return oneLine(sentenceOf(first), 180);
  const counts = countsBySeverity(items)
    .map(([severity, count]) => `${count} ${severity}`)
    .join(", ");
  const what = items.some(isOfMonitor) ? "changes" : "issue changes";
  const told = items.length < itemCount ? `${itemCount} ${what}` : `${itemCount} ${what} (${counts})`;
  return oneLine(`${told} in ${project.name}`, 180);
}

/** Most severe first. */
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

/** The course of the day in two-hour steps, as text. */
export function sparkText(hourly: readonly number[]): string {
  const steps = Array.from({ length: Math.ceil(hourly.length / 2) }, (_, place) =>
    hourly.slice(place * 2, place * 2 + 2).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(1, ...steps);
  return steps.map((count) => blocks[count === 0 ? 0 : Math.ceil((count / most) * (blocks.length - 1))]).join("");
}

const countsBySeverity = (items: readonly MessageItem[]) =>
  bySeverity(items).map(([severity, of]) => [severity, of.length] as const);

/** Where somebody can turn this off, in words. */
export const muteHint = ({ items: [first], itemCount }: Message): string =>
  itemCount === 1 && first && isOfMonitor(first)
    ? "Told wherever the monitor tells of its findings, once a change."
    : "To hear no more of an issue, set it to ignored on its page.";

/** Text without line breaks and control characters, cut at `length`. */
export function oneLine(text: string, length: number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
