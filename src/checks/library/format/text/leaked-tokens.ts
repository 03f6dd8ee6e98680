import type { Evidence, PreparedText } from "../../../../datapoints/index.ts";

export function matches(output: PreparedText, pattern: RegExp, ignoreInCode: boolean): readonly Evidence[] {
  if (!/[<[\u2581#]/.test(output.text)) return [];
  return [...output.text.matchAll(pattern)]
    .filter(({ index }) => !ignoreInCode || !isInCode(output, index))
    .map((match) => output.evidence(match.index, match.index + match[0].length));
}

function isInCode(output: PreparedText, at: number): boolean {
  if (output.codeBlocks.some(({ start, end }) => start <= at && at < end)) return true;
  const line = output.text.slice(output.text.lastIndexOf("\n", at - 1) + 1, at);
  return (line.split("`").length - 1) % 2 === 1;
}

export function literal(output: PreparedText, texts: readonly string[]): readonly Evidence[] {
  return texts.flatMap((text) => {
    const at = output.text.indexOf(text);
    return at === -1 ? [] : [output.evidence(at, at + text.length)];
  });
}
