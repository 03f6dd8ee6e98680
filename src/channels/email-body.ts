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

/**
 * One column of at most 600 px that also holds on a phone; colours follow the reader's light or dark setting, with
 * inline colours that are readable where style sheets are dropped. Everything from outside is escaped.
 */
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
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(headline)}</title><style>${style}</style></head>
<body><div class="page"><p class="quiet">${escaped(project.name)}</p><h1>${escaped(headline)}</h1>
${body}${more}
<p class="quiet foot">${escaped(muteHint)} <a href="${escaped(settingsUrl)}">Settings</a></p></div></body></html>`;
}

const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#fff;color:#1b1f24;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
.page{max-width:600px;margin:0 auto;padding:20px 16px;overflow-wrap:anywhere}
h1{font-size:20px;line-height:1.3;margin:0 0 12px} h2{font-size:15px;margin:20px 0 6px}
p{margin:0 0 12px} ul{margin:0;padding:0;list-style:none} li{margin:0 0 10px}
a{color:#0a58ca} .quiet{color:#57606a;font-size:13px} .foot{margin-top:24px;border-top:1px solid #d0d7de;padding-top:12px}
.turn{border-left:3px solid #d0d7de;padding:2px 0 2px 12px;margin:0 0 10px;white-space:pre-wrap}
.button{display:inline-block;padding:12px 20px;border-radius:6px;background:#0a58ca;color:#fff;text-decoration:none}
.critical{color:#b42318}.major{color:#9a5b00}.minor{color:#57606a}
@media (prefers-color-scheme:dark){body{background:#15181c;color:#e6e9ed}a{color:#7cb2ff}.quiet{color:#9aa4af}
.foot,.turn{border-color:#3a424b}.button{background:#7cb2ff;color:#10151b}.critical{color:#ff8f85}.major{color:#f0b45a}.minor{color:#9aa4af}}
`;

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

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? "");
