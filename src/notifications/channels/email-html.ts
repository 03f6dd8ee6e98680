import type { Severity } from "../../datapoints/index.ts";
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
} from "../message.ts";
import { isOfMonitor } from "../notification-event.ts";
import { factsOf } from "./email-text.ts";
import { escaped, mailPage } from "./mail-page.ts";

/** Escapes everything that comes from outside. */
export function htmlBody(message: Message): string {
  const { items, itemCount, kind, project } = message;
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
    foot: footHtml(message),
    preview: previewOf(message),
  });
}

/** Returns the reason, or the worst of several items, rather than the subject again. */
function previewOf({ items, itemCount, kind }: Message): string {
  const [first] = items;
  if (kind === "test" || !first) return "Notifications arrive here.";
  return oneLine(itemCount === 1 ? first.explanation : sentenceOf(first), 140);
}

const buttonTo = ({ url }: MessageItem, text: string) => `<p><a class="button" href="${escaped(url)}">${text}</a></p>`;

function wholeHtml(item: MessageItem): string {
  return isOfMonitor(item) ? `<p>${escaped(item.explanation)}</p>${buttonTo(item, "Open monitor")}` : wholeIssue(item);
}

function wholeIssue(item: IssueItem): string {
  const monitor = item.monitorName === undefined ? "" : ` ${escaped(item.monitorName)}`;
  const turns = (item.dialog ?? [])
    .map(({ role, text }) => `<div class="turn"><span class="quiet">${escaped(role)}</span>${escaped(text)}</div>`)
    .join("");
  const stack = item.stack === undefined ? "" : `<div class="turn"><pre>${escaped(item.stack)}</pre></div>`;
  const subtitle = item.subtitle === undefined ? "" : `<p class="quiet">${escaped(oneLine(item.subtitle, 300))}</p>\n`;
  return `${subtitle}<p><span class="pill ${item.severity}">${item.severity}</span>${monitor}<br>
<span class="quiet">${sparkHtml(item)}${escaped(factsOf(item, " · ").replace(/^ · /, ""))}</span></p>
<p>${escaped(item.explanation)}</p>${stack}${turns}${buttonTo(item, `Open issue #${item.number}`)}`;
}

function groupHtml([severity, items]: readonly [Severity, readonly MessageItem[]]): string {
  const lines = items.map((item) => {
    const sentence = escaped(oneLine(sentenceOf(item), 240));
    const facts = escaped(factsOf(item, " · ").replace(/^ · /, ""));
    return `<li><a href="${escaped(item.url)}">${sentence}</a><br><span class="quiet">${sparkHtml(item)}${facts}</span></li>`;
  });
  return `<h2><span class="pill ${severity}">${severity}</span> ${items.length}</h2><ul>${lines.join("")}</ul>`;
}

/** A sparkline of the last day, empty without data. Screen readers use the text next to it. */
function sparkHtml(item: MessageItem): string {
  const trend = isOfMonitor(item) ? undefined : item.trend;
  return trend ? `<span class="spark" aria-hidden="true">${sparkText(trend.hourly)}</span> ` : "";
}

function footHtml(message: Message): string {
  const { muting, settingsUrl, items } = message;
  const [first] = items;
  const link = (url: string, text: string) => `<a href="${escaped(url)}">${text}</a>`;
  const links = [
    ...(muting?.issue === undefined || !first || isOfMonitor(first)
      ? []
      : [link(muting.issue, `this issue (#${first.number})`)]),
    ...(muting?.monitor === undefined ? [] : [link(muting.monitor, "this monitor")]),
    ...(muting ? [link(muting.all, `this ${muting.allOf}`)] : []),
  ];
  const stop = links.length === 0 ? "" : `<p>No more emails of ${links.join(" · ")}</p>`;
  return `${stop}<p>${escaped(muteHint(message))} ${link(settingsUrl, "Notification settings")}</p>`;
}
