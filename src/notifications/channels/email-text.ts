import {
  bySeverity,
  headlineOf,
  type IssueItem,
  type Message,
  type MessageItem,
  muteHint,
  oneLine,
  sentenceOf,
  sparkText,
  trendText,
} from "../message.ts";
import { isOfMonitor } from "../notification-event.ts";

/** Returns the plain text of an email. */
export function textBody(message: Message): string {
  const { items, itemCount, settingsUrl, kind, muting } = message;
  const body =
    kind === "test"
      ? ["This is a test. Notifications of issues arrive here."]
      : itemCount === 1
        ? items.flatMap(wholeText)
        : bySeverity(items).flatMap(([severity, of]) => [
            `${severity.toUpperCase()} (${of.length})`,
            ...of.map((item) => `  - ${sentenceOf(item)}${factsOf(item, ", ")}\n    ${item.url}`),
            "",
          ]);
  const more = itemCount > items.length ? [`and ${itemCount - items.length} more`] : [];
  const links = [
    ...(muting?.issue === undefined ? [] : [`No more emails of this issue: ${muting.issue}`]),
    ...(muting?.monitor === undefined ? [] : [`No more emails of this monitor: ${muting.monitor}`]),
    ...(muting ? [`No more emails of this ${muting.allOf}: ${muting.all}`] : []),
    `Notification settings: ${settingsUrl}`,
  ];
  return [headlineOf(message), "", ...body, ...more, "", "--", muteHint(message), ...links].join("\n");
}

function wholeText(item: MessageItem): string[] {
  return isOfMonitor(item) ? [item.explanation, "", item.url] : wholeIssue(item);
}

function wholeIssue(item: IssueItem): string[] {
  return [
    ...(item.subtitle === undefined ? [] : [oneLine(item.subtitle, 300), ""]),
    `Severity: ${item.severity}`,
    ...(item.monitorName === undefined ? [] : [`Monitor: ${item.monitorName}`]),
    ...(item.occurrences === undefined ? [] : [`Occurrences: ${item.occurrences}`]),
    ...(item.trend ? [`Trend: ${sparkText(item.trend.hourly)} ${trendText(item.trend)}`] : []),
    "",
    item.explanation,
    ...(item.stack === undefined ? [] : ["", ...item.stack.split("\n").map((line) => `  ${line}`)]),
    ...(item.dialog ?? []).flatMap(({ role, text }) => [
      "",
      `${role}:`,
      ...text.split("\n").map((line) => `  ${line}`),
    ]),
    "",
    item.url,
  ];
}

/** Returns the counts of an item, each preceded by the separator. */
export function factsOf(item: MessageItem, separator: string): string {
  if (isOfMonitor(item)) return `${separator}${item.explanation}`;
  const { occurrences, usersAffected, trend } = item;
  const facts = [
    ...(occurrences === undefined ? [] : [`${occurrences} ${occurrences === 1 ? "occurrence" : "occurrences"}`]),
    ...(usersAffected ? [`${usersAffected} ${usersAffected === 1 ? "user" : "users"}`] : []),
    ...(trend ? [trendText(trend)] : []),
  ];
  return facts.map((fact) => `${separator}${fact}`).join("");
}
