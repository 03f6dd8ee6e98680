/**
 * Returns whether a text has only unaccented Latin letters and several of the commonest English words, so that no
 * other language needs to be considered.
 */
export function isPlainEnglish(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins at U+0000; dashes and quotation marks of print beside it
  if (!/^[\u0000-\u007f\u2010-\u2026\u00a0]*$/.test(text)) return false;
  return /(?:\b(?:the|and|you|your|is|to|of|that|this|with)\b[^]*?){3}/i.test(text);
}
