export interface ListItem {
  readonly text: string;
  /** White space before its marker, in characters; a tab is four. */
  readonly indent: number;
}

const marker = /^([^\S\n]*)(?:[-*+•]|\d{1,3}[.)])[^\S\n]+(\S.*)$/;

/** Returns the items of the first list of a text, including nested ones; paragraphs inside it are omitted. */
export function firstListOf(text: string): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const line of text.split("\n")) {
    const match = marker.exec(line);
    if (match) items.push({ indent: (match[1] ?? "").replaceAll("\t", "    ").length, text: (match[2] ?? "").trim() });
    else if (items.length > 0 && line.trim() !== "" && !/^\s/.test(line)) break;
  }
  return items;
}

/** Returns the items of a list in any notation: bullets or numbers, else lines, else parts between commas. */
export function listedItems(text: string): readonly string[] {
  const items = firstListOf(text);
  if (items.length > 1) return items.map((item) => item.text);
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  if (lines.length > 1) return lines;
  return text.split(/[,;、，；]/).flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}
