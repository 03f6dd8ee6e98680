import type { KnownBlock } from "@slack/web-api";
import {
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

/** Builds a Slack message: `text` for notifications and screen readers, and at most 50 blocks, Slack's limit. */
export function slackMessage(message: Message): { readonly text: string; readonly blocks: KnownBlock[] } {
  const headline = headlineOf(message);
  const single = message.itemCount === 1;
  const shown = message.items.slice(0, 20);
  const hidden = message.itemCount - shown.length;
  return {
    text: escaped(headline),
    blocks: [
      { type: "header", text: { type: "plain_text", text: oneLine(headline, 150), emoji: false } },
      ...shown.flatMap((item) => (single ? whole(item) : [section(line(item))])),
      ...(hidden > 0 ? [section(`and ${hidden} more`)] : []),
      {
        type: "context",
        elements: [{ type: "mrkdwn", text: `${muteHint(message)} <${message.settingsUrl}|Settings>` }],
      },
    ],
  };
}

function whole(item: MessageItem): KnownBlock[] {
  if (!isOfMonitor(item)) return wholeIssue(item);
  return [section(escaped(oneLine(item.explanation, 1000))), section(`<${item.url}|Open monitor>`)];
}

function wholeIssue(item: IssueItem): KnownBlock[] {
  const { occurrences, usersAffected, monitorName, severity, kind, trend } = item;
  const facts = [
    `*${severity}* ${kind === "error" ? "error" : "behavior"}`,
    ...(monitorName === undefined ? [] : [`monitor ${escaped(monitorName)}`]),
    ...(occurrences === undefined ? [] : [`${occurrences} occurrences`]),
    ...(usersAffected === undefined ? [] : [`${usersAffected} users`]),
    ...(trend ? [trendText(trend)] : []),
  ];
  const dialog = (item.dialog ?? []).map(({ role, text }) => `*${escaped(role)}:* ${escaped(oneLine(text, 400))}`);
  return [
    section(
      [
        ...(item.subtitle === undefined ? [] : [escaped(oneLine(item.subtitle, 300))]),
        facts.join(" · "),
        escaped(oneLine(item.explanation, 1000)),
      ].join("\n"),
    ),
    ...(item.stack === undefined
      ? []
      : [section(`\`\`\`${escaped(item.stack.replaceAll("`", "'")).slice(0, 2900)}\`\`\``)]),
    ...(dialog.length > 0 ? [section(dialog.join("\n").slice(0, 2900))] : []),
    section(`<${item.url}|Open issue #${item.number}>`),
  ];
}

function line(item: MessageItem): string {
  const [before, after] = isOfMonitor(item)
    ? [item, ` ${escaped(oneLine(item.explanation, 200))}`]
    : [
        { ...item, title: oneLine(item.title, 200) },
        item.trend ? ` ${sparkText(item.trend.hourly)} ${trendText(item.trend)}` : "",
      ];
  return `*${item.severity}* <${item.url}|${escaped(sentenceOf(before))}>${after}`;
}

const section = (text: string): KnownBlock => ({ type: "section", text: { type: "mrkdwn", text, verbatim: true } });

/** Escapes the three characters that Slack's documentation names, and formatting characters from outside. */
function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[*_~`|]/g, (character) => `\u200b${character}\u200b`);
}
