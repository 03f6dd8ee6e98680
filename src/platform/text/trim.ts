/**
 * Removes the characters that `sign`, a pattern of one character, matches from the end. A pattern such as
 * `/[.!]+$/` is quadratic on long runs of them inside a text.
 */
export function trimEndOf(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes the characters that `sign` matches from both ends. */
export function trimOf(text: string, sign: RegExp): string {
  const trimmed = trimEndOf(text, sign);
  let start = 0;
  while (start < trimmed.length && sign.test(trimmed.charAt(start))) start++;
  return trimmed.slice(start);
}
