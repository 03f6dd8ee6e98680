/**
 * Returns a copy for matching: NFKC (full-width and styled letters become plain), without invisible characters
 * (zero-width, soft hyphen, bidi controls, Unicode tags). Case is preserved. ASCII text is returned as it is.
 */
export function fold(text: string): string {
  return isAscii(text) ? text : text.normalize("NFKC").replace(invisible, "");
}

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins at U+0000
  return /^[\u0000-\u007f]*$/.test(text);
}

/**
 * Maps a range of the folded copy to the original. Exact if folding works character by character; where combining
 * marks were joined, it may be off by the joined marks.
 */
export function unfold(text: string, folded: string, start: number, end: number): { start: number; end: number } {
  if (folded === text) return { start, end };
  let at = 0;
  let from = text.length;
  let to = text.length;
  let original = 0;
  for (const character of text) {
    const width = fold(character).length;
    if (at <= start && start < at + width) from = Math.min(from, original);
    original += character.length;
    at += width;
    if (at >= end) {
      to = original;
      break;
    }
  }
  return { start: Math.min(from, to), end: to };
}

const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
