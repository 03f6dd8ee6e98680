import type { Evidence, EvidenceTarget } from "../../verdicts/verdict.ts";
import type { JudgeField } from "../judge.ts";
import type { Block } from "./blocks.ts";

/** Blocks that are shown as the subject has them, so that a place in one is a place in the other. */
const placed: Readonly<Partial<Record<JudgeField, EvidenceTarget>>> = {
  input: "input",
  output: "output",
  tool_calls: "tool_calls",
};

interface Found {
  readonly field: JudgeField;
  /** Where it stands, for texts whose places people can be shown. */
  readonly evidence: readonly Evidence[];
}

const shortestQuote = 2;

/**
 * A quote that stands in one of the blocks: word for word but for white space, case and the shape of quotation marks.
 * Models leave things out with an ellipsis: then every piece must be found.
 */
export function findQuote(quote: string, blocks: readonly Block[]): Found | undefined {
  const pieces = quote
    .split(/\s*(?:\[?(?:…|\.\.\.)\]?)\s*/u)
    .map((piece) => piece.trim().replace(/^["'“”«»„]+|["'“”«»]+$/gu, ""))
    .filter((piece) => piece.length >= shortestQuote);
  if (pieces.length === 0) return undefined;
  for (const block of blocks) {
    const places = pieces.map((piece) => placeOf(piece, block.text));
    if (places.every((place) => place !== undefined))
      return { field: block.field, evidence: evidenceOf(block, places) };
  }
  return undefined;
}

function evidenceOf({ field, text, cut }: Block, places: readonly (readonly [number, number])[]): readonly Evidence[] {
  const target = placed[field];
  if (target === undefined || cut > 0) return [];
  return places.map(([start, end]) => ({ target, start, end, text: text.slice(start, end).slice(0, 300) }));
}

function placeOf(piece: string, text: string): readonly [number, number] | undefined {
  const exact = text.indexOf(piece);
  if (exact >= 0) return [exact, exact + piece.length];
  const [needle, hay] = [folded(piece), folded(text)];
  if (needle.text === "") return undefined;
  const at = hay.text.indexOf(needle.text);
  if (at < 0) return undefined;
  const [start, last] = [hay.places[at], hay.places[at + needle.text.length - 1]];
  return start === undefined || last === undefined ? undefined : [start, last + 1];
}

/** Lower case, single spaces, plain quotation marks; with the place each character came from. */
function folded(text: string): { readonly text: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const plain = /\s/.test(character)
      ? " "
      : character
          .replace(/[“”„«»]/u, '"')
          .replace(/[‘’]/u, "'")
          .toLowerCase();
    if (plain === " " && (out === "" || out.endsWith(" "))) continue;
    // Lower case of one character may be two; the place of both is its own.
    for (const one of plain) {
      out += one;
      places.push(at);
    }
  }
  return { text: out.endsWith(" ") ? out.slice(0, -1) : out, places };
}
