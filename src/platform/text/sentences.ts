/**
 * Splits prose into sentences (Unicode UAX 29 through Intl.Segmenter), one line at a time. Abbreviations do not end
 * a sentence, and list markers are not separate sentences.
 */
export function sentencesOf(prose: string, locale = "en"): readonly string[] {
  const segmenter = segmenterOf(locale);
  const sentences: string[] = [];
  for (const line of prose.split("\n")) {
    const masked = line.replace(listMarker, "").replace(abbreviation, (found) => found.replaceAll(".", "\ue000"));
    if (!hasWord.test(masked)) continue;
    if (isOneSentence.test(masked)) {
      sentences.push(masked.replaceAll("\ue000", ".").trim());
      continue;
    }
    for (const { segment } of segmenter.segment(masked)) {
      const sentence = segment.replaceAll("\ue000", ".").trim();
      if (hasWord.test(sentence)) sentences.push(sentence);
    }
  }
  return sentences;
}

const listMarker = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const abbreviation =
  /\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|etc|approx|Inc|Ltd|Co|Corp|No|Fig|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|U\.N|Ph\.D|[A-Z])\./g;
/** ASCII without a mark that can end a sentence before its end: a segmenter for each short line is slow. */
const isOneSentence = /^[\t "-\-/-:<->@-~\ue000]*[.!?]?$/;
const hasWord = /[\p{L}\p{N}]/u;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(locale: string): Intl.Segmenter {
  const known = segmenters.get(locale);
  if (known) return known;
  const made = new Intl.Segmenter(locale, { granularity: "sentence" });
  segmenters.set(locale, made);
  return made;
}
