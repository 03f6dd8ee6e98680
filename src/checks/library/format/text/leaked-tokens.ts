import type { Evidence, PreparedText } from "../../../../datapoints/index.ts";

export function matches(output: PreparedText, pattern: RegExp, ignoreInCode: boolean): readonly Evidence[] {
  const { text, codeBlocks } = output;
  if (!/[<[\u2581#]/.test(text)) return [];
  let [at, ticks] = [0, 0];
  return [...text.matchAll(pattern)].flatMap(({ 0: token, index }) => {
    for (; at < index; at++) ticks = text[at] === "\n" ? 0 : ticks + Number(text[at] === "`");
    const isInCode = ticks % 2 === 1 || codeBlocks.some(({ start, end }) => start <= index && index < end);
    return ignoreInCode && isInCode ? [] : [output.evidence(index, index + token.length)];
  });
}

export function literal(output: PreparedText, texts: readonly string[]): readonly Evidence[] {
  return texts.flatMap((text) => {
    const at = output.text.indexOf(text);
    return at === -1 ? [] : [output.evidence(at, at + text.length)];
  });
}
