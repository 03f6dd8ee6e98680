import type { Evidence, EvidenceTarget } from "../../../datapoints/index.ts";
import { trimEndOf } from "../../../platform/text/trim.ts";
import type { JudgeField } from "../judge.ts";
import type { Block } from "./blocks.ts";

/** Blocks that are shown unchanged, so that positions in them are positions in the subject. */
const placed: Readonly<Partial<Record<JudgeField, EvidenceTarget>>> = {
  input: "input",
  output: "output",
  tool_calls: "tool_calls",
};

interface Found {
  readonly field: JudgeField;
  /** The range in the text; empty for texts in which positions cannot be shown. */
  readonly evidence: readonly Evidence[];
}

const shortestQuote = 2;

/**
 * Finds a quote in one of the blocks, ignoring white space, case and the shape of quotation marks. Where a
 * model left words out with an ellipsis, every piece must be found.
 */
export function findQuote(quote: string, blocks: readonly Block[]): Found | undefined {
  const pieces = quote
    .split(/\[?(?:…|\.\.\.)\]?/u)
    .map((piece) => trimEndOf(piece.trim().replace(/^["'“”«»„]+/u, ""), /["'“”«»]/))
    .filter((piece) => piece.length >= shortestQuote);
  if (pieces.length === 0) return undefined;
  for (const block of blocks) {
    const ranges = pieces.map((piece) => rangeOf(piece, block.text));
    if (ranges.every((range) => range !== undefined))
      return { field: block.field, evidence: evidenceOf(block, ranges) };
  }
  return undefined;
}

function evidenceOf({ field, text, cut }: Block, ranges: readonly (readonly [number, number])[]): readonly Evidence[] {
  const target = placed[field];
  if (target === undefined || cut > 0) return [];
  return ranges.map(([start, end]) => ({ target, start, end, text: text.slice(start, end).slice(0, 300) }));
}

function rangeOf(piece: string, text: string): readonly [number, number] | undefined {
  const exact = text.indexOf(piece);
  if (exact >= 0) return [exact, exact + piece.length];
  const [needle, hay] = [folded(piece), folded(text)];
  if (needle.text === "") return undefined;
  const at = hay.text.indexOf(needle.text);
  if (at < 0) return undefined;
  const [start, last] = [hay.positions[at], hay.positions[at + needle.text.length - 1]];
  return start === undefined || last === undefined ? undefined : [start, last + 1];
}

/**
 * Returns the text in lower case with single spaces and plain quotation marks, and the original position of
 * each character.
 */
function folded(text: string): { readonly text: string; readonly positions: readonly number[] } {
  const positions: number[] = [];
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
    // One character can become two in lower case; both have its position.
    for (const one of plain) {
      out += one;
      positions.push(at);
    }
  }
  return { text: out.endsWith(" ") ? out.slice(0, -1) : out, positions };
}
