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
    let url = match[0].replace(/[.,;:!?*_…，。、）】」]+$/u, "");
    while (url.endsWith(")") && count(url, ")") > count(url, "(")) url = url.slice(0, -1).replace(/[.,;:!?*_]+$/, "");
    if (url.length > 8) found.push({ url, start: match.index, end: match.index + url.length });
  }
  return found;
}

function count(text: string, character: string): number {
  let n = 0;
  for (const each of text) if (each === character) n++;
  return n;
}
