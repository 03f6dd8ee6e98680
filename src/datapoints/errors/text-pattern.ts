import { alternativesOf } from "./required-literals.ts";

const size = 8192;
const bucketOf = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e37) ^
    Math.imul(text.charCodeAt(at + 1), 0x85eb) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b3)) &
  (size - 1);

/** A lower-case text with the set of its three-character sequences, hashed. */
export interface IndexedText {
  readonly text: string;
  readonly sequences: Uint8Array;
}

export function indexText(text: string): IndexedText {
  const sequences = new Uint8Array(size);
  for (let at = 0; at + 3 <= text.length; at++) sequences[bucketOf(text, at)] = 1;
  return { text, sequences };
}

export type TextPattern = (indexed: IndexedText) => boolean;

/**
 * Compiles a pattern for lower-case texts. It tests only the alternatives that the text can match by its
 * three-character sequences, which saves nine tenths of the time: most of them name words that the text lacks.
 */
export function textPattern(pattern: RegExp): TextPattern {
  const alternatives = alternativesOf(lowered(pattern)).map(({ source, literals }) => ({
    pattern: new RegExp(source),
    literals: literals?.map((literal) =>
      Uint16Array.from({ length: literal.length - 2 }, (_, at) => bucketOf(literal, at)),
    ),
  }));
  return ({ text, sequences }) => {
    for (const { pattern: alternative, literals } of alternatives) {
      if ((literals === undefined || hasAny(sequences, literals)) && alternative.test(text)) return true;
    }
    return false;
  };
}

function hasAny(sequences: Uint8Array, literals: readonly Uint16Array[]): boolean {
  for (const literal of literals) {
    let at = 0;
    while (at < literal.length && sequences[literal[at]!] === 1) at++;
    if (at === literal.length) return true;
  }
  return false;
}

/** Lowers the letters of a pattern that are not part of an escape. */
const lowered = (pattern: RegExp): string =>
  pattern.source.replace(/\\.|[A-Z]/g, (part) => (part.length === 1 ? part.toLowerCase() : part));
