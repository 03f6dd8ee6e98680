/** The quotation mark, the backslash and the four brackets of JSON. */
const quote = 0x22;
const escape = 0x5c;

/** Returns whether lists and objects in a JSON text are nested more deeply than this many levels. Stops at the first. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at + 1);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > levels) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
  return false;
}

/** Returns the position of the quotation mark that ends the string. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === escape) at++;
  }
  return text.length;
}
