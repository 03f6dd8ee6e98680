/** An item of a list in a text, without its marker. */
export interface ListItem {
  readonly text: string;
  /** White space before its marker, in characters; a tab is four. */
  readonly indent: number;
}

const marker = /^([^\S\n]*)(?:[-*+•]|\d{1,3}[.)])[^\S\n]+(\S.*)$/;

/** Items of the first list of a text, nested ones included; paragraphs inside it are left out. */
export function firstListOf(text: string): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const line of text.split("\n")) {
    const match = marker.exec(line);
    if (match) items.push({ indent: (match[1] ?? "").replaceAll("\t", "    ").length, text: (match[2] ?? "").trim() });
    else if (items.length > 0 && line.trim() !== "" && !/^\s/.test(line)) break;
  }
  return items;
}

/** Items of a list in any of the ways a text may give one: bullets or numbers, else lines, else parts between commas. */
export function listedItems(text: string): readonly string[] {
  const items = firstListOf(text);
  if (items.length > 1) return items.map((item) => item.text);
  const lines = text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  if (lines.length > 1) return lines;
  return text.split(/[,;、，；]/).flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}
