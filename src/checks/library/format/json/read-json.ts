import type { PreparedText } from "../../../../datapoints/index.ts";
import { type JsonValue, type ParsedJson, parseJson } from "../../../../platform/json/json.ts";

export const schemaOptions = { formats: true, coerce_types: false, strict_additional: false } as const;

/** Parses the answer as JSON, or the content of the single fence that encloses it. */
export function readJson(output: PreparedText, stripFence: boolean): ParsedJson {
  if (output.json.ok || !stripFence) return output.json;
  const fenced = /^(?:```|~~~)[^\n]*\n([\s\S]*?)\n?(?:```|~~~)$/.exec(output.trimmed)?.[1];
  return fenced === undefined ? output.json : parseJson(fenced);
}

interface Region {
  readonly start: number;
  readonly end: number;
  readonly value: JsonValue;
}

/** Returns balanced regions that parse, outermost first, from at most 20 openers. */
export function jsonRegions(text: string): readonly Region[] {
  const regions: Region[] = [];
  let attempts = 0;
  const opener = /[{[]/g;
  for (let match = opener.exec(text); match && attempts < 20; match = opener.exec(text), attempts++) {
    const end = closingOf(text, match.index);
    const read = end === undefined ? undefined : parseJson(text.slice(match.index, end));
    if (end === undefined || !read?.ok) continue;
    regions.push({ start: match.index, end, value: read.value });
    opener.lastIndex = end;
  }
  return regions;
}

/** Returns the position after the bracket that closes the one at `start`, skipping strings. */
function closingOf(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === "\\" && inString) at++;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return at + 1;
  }
  return undefined;
}
