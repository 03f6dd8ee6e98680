import type { Evidence, PreparedText } from "../../../../datapoints/index.ts";
import { fold } from "../../../../platform/text/fold.ts";
import { z } from "../../definition.ts";

export const phraseOptions = {
  phrases: z.array(z.string().min(1)).default([]),
  case_sensitive: z.boolean().default(false),
};

interface PhraseOptions {
  readonly case_sensitive: boolean;
  readonly whole_word: boolean;
}

/** Returns up to 20 occurrences of a phrase; text and phrase are folded. */
export function rangesOf(output: PreparedText, phrase: string, options: PhraseOptions): readonly Evidence[] {
  const text = options.case_sensitive ? output.folded : output.lower;
  const sought = caser(options.case_sensitive)(fold(phrase));
  const ranges: Evidence[] = [];
  for (let at = text.indexOf(sought); at !== -1 && ranges.length < 20; at = text.indexOf(sought, at + sought.length)) {
    const end = at + sought.length;
    if (!options.whole_word || (!isWordPart(text.slice(0, at).slice(-1)) && !isWordPart(text.slice(end, end + 1))))
      ranges.push(output.foldedEvidence(at, end));
  }
  return ranges;
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

export function caser(caseSensitive: boolean): (text: string) => string {
  return caseSensitive ? (text) => text : (text) => text.toLowerCase();
}
