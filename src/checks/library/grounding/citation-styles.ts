export const styles = {
  bracket: /(?<!\])\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\](?!\()|【[^】\n]{1,80}】/g,
  source: /\((?:source|quelle|fuente|fonte|bron|see|vgl\.|cf\.)\s?:?\s[^()\n]{2,200}\)/gi,
  link: /\[[^\]\n]{1,300}\]\(https?:\/\/[^\s)]{3,2000}\)/g,
} as const;

export type Style = keyof typeof styles;

export function citationsIn(text: string, style: "any" | Style): number {
  const wanted = style === "any" ? Object.values(styles) : [styles[style]];
  return wanted.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0);
}
