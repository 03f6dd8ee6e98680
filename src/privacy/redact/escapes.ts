/** A text without its JSON escapes, with the original position of each character. */
export interface Unescaped {
  readonly text: string;
  /** Returns the position in the escaped text at which the character at `index` begins. */
  positionAt(index: number): number;
}

/**
 * Decodes `\n`, `\"`, `\/`, `\u0041` and similar escapes at any depth of nesting (`\\\\n` is a line feed in
 * JSON in JSON), so that patterns match the plain text. Also works for truncated texts and texts that are not
 * JSON.
 */
export function unescaped(text: string): Unescaped {
  if (!text.includes("\\")) return { text, positionAt: (index) => index };
  const pieces: string[] = [];
  /** Plain-text index at which each shift begins, and its size from there on. */
  const begins: number[] = [0];
  const shifts: number[] = [0];
  let length = 0;
  let from = 0;
  for (const match of text.matchAll(escape)) {
    const before = text.slice(from, match.index);
    const character = characterOf(match[1] ?? "");
    pieces.push(before, character);
    length += before.length + character.length;
    from = match.index + match[0].length;
    begins.push(length);
    shifts.push(from - length);
  }
  pieces.push(text.slice(from));
  return { text: pieces.join(""), positionAt: (index) => index + shiftAt(index) };

  function shiftAt(index: number): number {
    let low = 0;
    let high = begins.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((begins[middle] as number) <= index) low = middle;
      else high = middle - 1;
    }
    return shifts[low] as number;
  }
}

const escape = /\\+(u[0-9a-fA-F]{4}|[nrtbf"'/]|(?=[^\\]|$))/g;

function characterOf(escaped: string): string {
  if (escaped === "") return "\\";
  if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return controls[escaped] ?? escaped;
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
