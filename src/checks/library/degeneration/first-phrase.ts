import type { Evidence, PreparedText } from "../../../datapoints/index.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { UserPattern, z } from "../definition.ts";

export const phrases = z.array(z.string().min(1).max(200)).max(100).default([]);

export const patterns = z.array(UserPattern).max(50).default([]);

interface FoundPhrase {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

/**
 * Searches a view of the answer for the built-in pattern, or the original answer for one of the user's
 * patterns.
 */
export function firstOf(
  output: PreparedText,
  view: string,
  pattern: RegExp,
  own: readonly string[],
): FoundPhrase | undefined {
  const match = pattern.exec(view);
  if (match) {
    const start = output.phrased.indexOf(match[0].toLowerCase().replace(/[’‘]/g, "'"));
    return {
      text: match[0].trim().slice(0, 100),
      evidence: start === -1 ? [] : [output.foldedEvidence(start, start + match[0].length)],
    };
  }
  for (const each of own) {
    const range = linearPattern(each, "i").find(output.text);
    if (range)
      return { text: output.text.slice(range.start, range.end), evidence: [output.evidence(range.start, range.end)] };
  }
  return undefined;
}
