import { trimEndOf } from "./trim.ts";

export interface FoundUrl {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** http and https addresses, bare or as Markdown targets. Closing brackets and end marks are not part of them. */
export function urlsOf(text: string): readonly FoundUrl[] {
  if (!text.includes("://")) return [];
  const found: FoundUrl[] = [];
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`\\^{}|\]]{1,2000}/gi)) {
    const url = withoutUnopened(trimEndOf(match[0], /[.,;:!?*_…，。、）】」]/));
    if (url.length > 8) found.push({ url, start: match.index, end: match.index + url.length });
  }
  return found;
}

/** Removes closing brackets that have no opening one from the end, and the end marks before them. */
function withoutUnopened(url: string): string {
  let excess = 0;
  for (const sign of url) excess += sign === ")" ? 1 : sign === "(" ? -1 : 0;
  let bare = url;
  for (; excess > 0 && bare.endsWith(")"); excess--) bare = trimEndOf(bare.slice(0, -1), /[.,;:!?*_]/);
  return bare;
}
