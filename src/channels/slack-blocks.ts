import type { KnownBlock } from "@slack/web-api";
import {
  headlineOf,
  type Message,
  type MessageItem,
  muteHint,
  oneLine,
  sentenceOf,
  sparkText,
  trendText,
} from "../domain/message.ts";

/** A Slack message: `text` for notifications and screen readers, blocks for the rest. At most 50 blocks are allowed. */
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
      { type: "context", elements: [{ type: "mrkdwn", text: `${muteHint} <${message.settingsUrl}|Settings>` }] },
    ],
  };
}

function whole(item: MessageItem): KnownBlock[] {
  const { occurrences, usersAffected, monitorName, severity, kind, trend } = item;
  const facts = [
    `*${severity}* ${kind === "error" ? "error" : "behaviour"}`,
    ...(monitorName === undefined ? [] : [`monitor ${escaped(monitorName)}`]),
    ...(occurrences === undefined ? [] : [`${occurrences} occurrences`]),
    ...(usersAffected === undefined ? [] : [`${usersAffected} users`]),
    ...(trend ? [trendText(trend)] : []),
  ];
  const dialog = (item.dialog ?? []).map(({ role, text }) => `*${escaped(role)}:* ${escaped(oneLine(text, 400))}`);
  return [
    section(`${facts.join(" · ")}\n${escaped(oneLine(item.explanation, 1000))}`),
    ...(dialog.length > 0 ? [section(dialog.join("\n").slice(0, 2900))] : []),
    section(`<${item.url}|Open issue #${item.number}>`),
  ];
}

const line = (item: MessageItem) =>
  `*${item.severity}* <${item.url}|${escaped(sentenceOf({ ...item, title: oneLine(item.title, 200) }))}>${item.trend ? ` ${sparkText(item.trend.hourly)} ${trendText(item.trend)}` : ""}`;

const section = (text: string): KnownBlock => ({ type: "section", text: { type: "mrkdwn", text, verbatim: true } });

/** What Slack reads as markup: the three characters its documentation names, and no marks of formatting from outside. */
function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[*_~`|]/g, (mark) => `\u200b${mark}\u200b`);
}
