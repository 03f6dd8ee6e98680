import { unreachable } from "../lib/unreachable.ts";
import type { DeliveryKind } from "./delivery.ts";
import type { Told } from "./notification.ts";
import type { Severity } from "./verdict.ts";

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
}

export interface MessageItem extends Told {
  readonly url: string;
  /** Absent when the store of datapoints did not answer. */
  readonly occurrences?: number;
  readonly usersAffected?: number;
  /** The last turns that led to it, the answer last; absent where the channel leaves them out. */
  readonly dialog?: readonly Turn[];
}

export interface Turn {
  readonly role: string;
  readonly text: string;
}

/** What happened, in a sentence. */
export function sentenceOf({ change, number, title, severity }: Told): string {
  switch (change) {
    case "opened":
      return `New ${severity} issue #${number}: ${title}`;
    case "regressed":
      return `Issue #${number} is back after it was resolved: ${title}`;
    case "resolved":
      return `Issue #${number} was resolved: ${title}`;
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
  const told = items.length < itemCount ? `${itemCount} issue changes` : `${itemCount} issue changes (${counts})`;
  return oneLine(`${told} in ${project.name}`, 180);
}

export function bySeverity(items: readonly MessageItem[]): readonly (readonly [Severity, readonly MessageItem[]])[] {
  return [...Map.groupBy(items, ({ severity }) => severity)];
}

const countsBySeverity = (items: readonly MessageItem[]) =>
  bySeverity(items).map(([severity, of]) => [severity, of.length] as const);

/** Where somebody can turn this off, in words. */
export const muteHint = "To hear no more of an issue, set it to ignored on its page. What is told where, monitors say.";

/** Text without line breaks and control characters, cut at `length`. */
export function oneLine(text: string, length: number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
