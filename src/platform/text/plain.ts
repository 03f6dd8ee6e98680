/** Lower-case words of a text with single spaces between: what is left when case, punctuation and layout do not count. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
