/** A fenced block. Offsets are of the whole block with its fences, in UTF-16 code units. */
export interface CodeBlock {
  /** First word after the opening fence, lower case; "" if there is none. */
  readonly language: string;
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly closed: boolean;
}

/** Fenced code (CommonMark 4.5): closed by a fence of the same character that is at least as long. */
export function codeBlocksOf(text: string): readonly CodeBlock[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const blocks: CodeBlock[] = [];
  let open: { mark: string; language: string; start: number; codeStart: number } | undefined;
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const fence = /^ {0,3}(`{3,}|~{3,})[^\S\n]*(.*)$/.exec(text.slice(start, Math.min(end, start + 400)));
    const mark = fence?.[1];
    const info = fence?.[2]?.trim() ?? "";
    if (mark && !open && !(mark.startsWith("`") && info.includes("`"))) {
      open = {
        mark,
        language: (info.split(/[\s{]/)[0] ?? "").toLowerCase(),
        start,
        codeStart: Math.min(end + 1, text.length),
      };
    } else if (mark && open && info === "" && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      blocks.push({
        language: open.language,
        code: text.slice(open.codeStart, start),
        start: open.start,
        end,
        closed: true,
      });
      open = undefined;
    }
    start = end + 1;
  }
  if (open)
    blocks.push({
      language: open.language,
      code: text.slice(open.codeStart),
      start: open.start,
      end: text.length,
      closed: false,
    });
  return blocks;
}

export function withoutCodeBlocks(text: string, blocks: readonly CodeBlock[]): string {
  if (blocks.length === 0) return text;
  let result = "";
  let at = 0;
  for (const block of blocks) {
    result += `${text.slice(at, block.start)}\n`;
    at = block.end;
  }
  return result + text.slice(at);
}
