import type { Json } from "../../platform/json/json.ts";

/**
 * Recovers JSON that was cut at the end: a partial text is retained, a partial key or number is dropped. Returns
 * undefined if nothing can be recovered.
 */
export function recoverTruncated(text: string): Json | undefined {
  const { open, inString, safeEnd, safeOpen } = scan(text);
  if (open.length === 0) return undefined;
  const closed = inString ? tryParse(`${withoutHalfEscape(text)}"${closers(open)}`) : tryParse(text + closers(open));
  return closed ?? (safeEnd > 0 ? tryParse(text.slice(0, safeEnd) + closers(safeOpen)) : undefined);
}

interface Scan {
  readonly open: string;
  readonly inString: boolean;
  /** End of the last complete element, and the containers that were open there. */
  readonly safeEnd: number;
  readonly safeOpen: string;
}

/** Deeper JSON is hostile, and not worth recovering. */
const maxDepth = 200;

function scan(text: string): Scan {
  let open = "";
  let inString = false;
  let safeEnd = 0;
  let safeOpen = "";
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (inString) {
      if (char === "\\") i++;
      else if (char === '"') inString = false;
      continue;
    }
    if (char === '"') inString = true;
    else if (char === "{" || char === "[") {
      open += char;
      if (open.length > maxDepth) return { open: "", inString, safeEnd: 0, safeOpen: "" };
    } else if (char === "}" || char === "]") {
      open = open.slice(0, -1);
      safeEnd = i + 1;
      safeOpen = open;
    } else if (char === ",") {
      safeEnd = i;
      safeOpen = open;
    }
  }
  return { open, inString, safeEnd, safeOpen };
}

const closers = (open: string) =>
  Array.from(open, (char) => (char === "{" ? "}" : "]"))
    .reverse()
    .join("");

function withoutHalfEscape(text: string): string {
  const unicode = /\\u[0-9a-fA-F]{0,3}$/.exec(text);
  if (unicode) return text.slice(0, unicode.index);
  const slashes = /\\+$/.exec(text);
  return slashes && slashes[0].length % 2 === 1 ? text.slice(0, -1) : text;
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
