import {
  bySeverity,
  headlineOf,
  type Message,
  type MessageItem,
  muteHint,
  oneLine,
  sentenceOf,
} from "../domain/message.ts";
import type { Severity } from "../domain/verdict.ts";
import { escaped, mailPage } from "./mail-page.ts";

/** The text of a mail, for readers without HTML. */
export function textBody(message: Message): string {
  const { items, itemCount, settingsUrl, kind } = message;
  const body =
    kind === "test"
      ? ["This is a test. Notifications of issues arrive here."]
      : itemCount === 1
        ? items.flatMap(wholeText)
        : bySeverity(items).flatMap(([severity, of]) => [
            severity.toUpperCase(),
            ...of.map((item) => `  - ${sentenceOf(item)}${factsOf(item, ", ")}\n    ${item.url}`),
            "",
          ]);
  const more = itemCount > items.length ? [`and ${itemCount - items.length} more`] : [];
  return [headlineOf(message), "", ...body, ...more, "", "--", muteHint, settingsUrl].join("\n");
}

function wholeText(item: MessageItem): string[] {
  return [
    `Severity: ${item.severity}`,
    ...(item.monitorName === undefined ? [] : [`Monitor: ${item.monitorName}`]),
    ...(item.occurrences === undefined ? [] : [`Occurrences: ${item.occurrences}`]),
    "",
    item.explanation,
    ...(item.dialog ?? []).flatMap(({ role, text }) => [
      "",
      `${role}:`,
      ...text.split("\n").map((line) => `  ${line}`),
    ]),
    "",
    item.url,
  ];
}

export function htmlBody(message: Message): string {
  const { items, itemCount, kind, project, settingsUrl } = message;
  const headline = headlineOf(message);
  const body =
    kind === "test"
      ? "<p>This is a test. Notifications of issues arrive here.</p>"
      : itemCount === 1
        ? items.map(wholeHtml).join("")
        : bySeverity(items).map(groupHtml).join("");
  const more = itemCount > items.length ? `<p class="quiet">and ${itemCount - items.length} more</p>` : "";
  return mailPage({
    above: project.name,
    headline,
    body: `${body}${more}`,
    foot: `${escaped(muteHint)} <a href="${escaped(settingsUrl)}">Settings</a>`,
  });
}

function wholeHtml(item: MessageItem): string {
  const monitor = item.monitorName === undefined ? "" : ` · ${escaped(item.monitorName)}`;
  const turns = (item.dialog ?? [])
    .map(({ role, text }) => `<div class="turn"><span class="quiet">${escaped(role)}</span>\n${escaped(text)}</div>`)
    .join("");
  return `<p><strong class="${item.severity}">${item.severity}</strong>${monitor}${escaped(factsOf(item, " · "))}</p>
<p>${escaped(item.explanation)}</p>${turns}<p><a class="button" href="${escaped(item.url)}">Open issue #${item.number}</a></p>`;
}

function groupHtml([severity, items]: readonly [Severity, readonly MessageItem[]]): string {
  const lines = items.map((item) => {
    const sentence = escaped(oneLine(sentenceOf(item), 240));
    return `<li><a href="${escaped(item.url)}">${sentence}</a><br><span class="quiet">${escaped(factsOf(item, " · ").replace(/^ · /, ""))}</span></li>`;
  });
  return `<h2 class="${severity}">${severity}</h2><ul>${lines.join("")}</ul>`;
}

function factsOf({ occurrences, usersAffected }: MessageItem, separator: string): string {
  const facts = [
    ...(occurrences === undefined ? [] : [`${occurrences} ${occurrences === 1 ? "occurrence" : "occurrences"}`]),
    ...(usersAffected ? [`${usersAffected} ${usersAffected === 1 ? "user" : "users"}`] : []),
  ];
  return facts.map((fact) => `${separator}${fact}`).join("");
}
