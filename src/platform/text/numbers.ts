export interface FoundNumber {
  readonly value: number;
  /** Digits shown after the decimal sign. */
  readonly decimals: number;
  readonly isPercentage: boolean;
  readonly hasCurrency: boolean;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Reads the numbers of a text with separators, percent signs, currencies and words of scale (k, million, Mrd.). */
export function numbersOf(text: string): readonly FoundNumber[] {
  const found: FoundNumber[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole, sign = "", currency = "", digits = "", scale = "", after = ""] = match;
    const read = readNumber(digits);
    if (read === undefined) continue;
    const factor = scales.get(scale.toLowerCase().replace(/\.$/, "")) ?? 1;
    found.push({
      value: (sign === "" ? 1 : -1) * read.value * factor,
      decimals: read.decimals - Math.log10(factor),
      isPercentage: after.startsWith("%") || /^(?:percent|prozent|pour ?cent|por ?ciento)/i.test(after),
      hasCurrency: currency !== "" || /^[€$£¥₹]/.test(after),
      start: match.index,
      end: match.index + whole.trimEnd().length,
      text: whole.trim(),
    });
    if (found.length === 2000) break;
  }
  return found;
}

/**
 * Reads a number in digits: `1,234.5`, `1.234,5`, `1 234`, `1'234`. One separator before three digits groups them.
 */
export function readNumber(digits: string): { readonly value: number; readonly decimals: number } | undefined {
  const bare = digits.replace(/[\s\u00a0\u202f'’]/g, "");
  if (!/\d/.test(bare)) return undefined;
  const [comma, point] = [bare.lastIndexOf(","), bare.lastIndexOf(".")];
  const last = Math.max(comma, point);
  if (last === -1) return { value: Number(bare), decimals: 0 };
  const separator = bare[last] ?? "";
  const hasBoth = comma !== -1 && point !== -1;
  const isRepeated = bare.indexOf(separator) !== last;
  const groups =
    isRepeated ||
    (!hasBoth &&
      /^\d{1,3}$/.test(bare.slice(0, last)) &&
      bare.length - last === 4 &&
      separator === "," &&
      bare[0] !== "0");
  if (groups && !hasBoth) return { value: Number(bare.replaceAll(separator, "")), decimals: 0 };
  const fraction = bare.slice(last + 1);
  const value = Number(`${bare.slice(0, last).replace(/[.,]/g, "")}.${fraction === "" ? "0" : fraction}`);
  return Number.isFinite(value) ? { value, decimals: fraction.length } : undefined;
}

const scales = new Map(
  Object.entries({
    k: 1e3,
    thousand: 1e3,
    tausend: 1e3,
    mille: 1e3,
    mil: 1e3,
    m: 1e6,
    mn: 1e6,
    mio: 1e6,
    million: 1e6,
    millions: 1e6,
    millionen: 1e6,
    millones: 1e6,
    bn: 1e9,
    b: 1e9,
    billion: 1e9,
    billions: 1e9,
    mrd: 1e9,
    milliarden: 1e9,
    milliards: 1e9,
    tn: 1e12,
    trillion: 1e12,
  }),
);

const pattern =
  /(?<![\p{L}\p{N}_.,])([-−](?=[\d€$£¥₹]))?([€$£¥₹]\s?|(?:USD|EUR|GBP|CHF)\s)?(\d{1,3}(?:[,.’'\u00a0\u202f ]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?(k|thousand|tausend|mille|m|mn|mio\.?|millions?|millionen|millones|bn|b|billions?|mrd\.?|milliarden|milliards|tn|trillion)(?![\p{L}\p{N}]))?(?:\s?(%|percent|prozent|pour ?cent|por ?ciento|[€$£¥₹]))?/giu;
