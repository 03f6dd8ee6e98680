import type { PreparedText } from "../../../datapoints/index.ts";
import type { FoundNumber } from "../../../platform/text/numbers.ts";

/** Includes amounts whose currency is a word after the number. */
export function isMoney({ hasCurrency, isPercentage, end }: FoundNumber, text: string): boolean {
  return (
    !isPercentage &&
    (hasCurrency ||
      /^\s?(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?|francs?|franken)\b/i.test(text.slice(end, end + 12)))
  );
}

export function rangesOf(output: PreparedText, numbers: readonly FoundNumber[]) {
  return numbers.slice(0, 10).flatMap(({ text }) => {
    const at = output.text.indexOf(text);
    return at === -1 ? [] : [output.evidence(at, at + text.length)];
  });
}
