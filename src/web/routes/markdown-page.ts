import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { escapedHtml, plainPage } from "./plain-page.ts";

/** Renders Markdown as a page. HTML in it stays text; headings have GitHub's anchors. */
export function markdownPage(markdown: string): string {
  const body = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "Gaffe";
  const linked = body.replaceAll(
    /<(h[1-6])>(.*?)<\/\1>/g,
    (_, level: string, heading: string) => `<${level} id="${anchorOf(heading)}">${heading}</${level}>`,
  );
  return plainPage(escapedHtml(title), `<nav><a href="/docs">Documentation</a></nav>${linked}`);
}

const anchorOf = (heading: string) =>
  heading
    .replaceAll(/<[^>]*>|&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
