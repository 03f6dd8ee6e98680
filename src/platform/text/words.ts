/** Returns the words: runs of letters and digits of any script, joined by apostrophes or hyphens. */
export function wordsOf(text: string): readonly string[] {
  return text.match(word) ?? [];
}

export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n[^\S\n]*\n\s*/).filter((paragraph) => paragraph.trim() !== "");
}

const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
