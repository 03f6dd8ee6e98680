/** An opening mark, its closing marks, and how many characters may stand between them on one line. */
type Quotation = readonly [open: string, close: string, least: number, most: number];

/**
 * Finds what quotation marks enclose, leftmost first and without overlap. Linear, where a pattern such as
 * `“[^”\n]{1,1000}”` reads a thousand characters again for each opening mark that is not closed.
 */
export function quotationsIn(
  text: string,
  quotations: readonly Quotation[],
): readonly { readonly start: number; readonly end: number }[] {
  const closing = new Map(
    quotations.map(([open, close, least, most]) => [open, { next: nextOf(text, close), least, most }]),
  );
  const opening = new RegExp(`[${[...closing.keys()].join("")}]`, "g");
  const found: { readonly start: number; readonly end: number }[] = [];
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const { next, least, most } = closing.get(match[0]) ?? { next: () => undefined, least: 0, most: 0 };
    const end = next(match.index + 1);
    if (end === undefined || end - match.index - 1 < least || end - match.index - 1 > most) continue;
    found.push({ start: match.index, end: end + 1 });
    opening.lastIndex = end + 1;
  }
  return found;
}

/** Replaces what quotation marks enclose, with the marks. */
export function replaceQuotations(
  text: string,
  quotations: readonly Quotation[],
  replacement: (quotation: string) => string,
): string {
  let [replaced, from] = ["", 0];
  for (const { start, end } of quotationsIn(text, quotations)) {
    replaced += text.slice(from, start) + replacement(text.slice(start, end));
    from = end;
  }
  return replaced + text.slice(from);
}

/** Returns the position of the first closing mark from a position on; undefined if the line ends before it. */
function nextOf(text: string, close: string): (from: number) => number | undefined {
  const pattern = new RegExp(`[${close}\n]`, "g");
  let known = -1;
  return (from) => {
    if (known < from) {
      pattern.lastIndex = from;
      known = pattern.exec(text)?.index ?? text.length;
    }
    return known === text.length || text[known] === "\n" ? undefined : known;
  };
}
