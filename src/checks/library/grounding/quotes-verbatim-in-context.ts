import { type Evidence, type PreparedText, sourceText } from "../../../datapoints/index.ts";
import { quotationsIn } from "../../../platform/text/quotations.ts";
import { trimOf } from "../../../platform/text/trim.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { citation } from "./shared-properties.ts";

export const quotesVerbatimInContext = defineCheck({
  ...citation,
  name: "quotes_verbatim_in_context",
  title: "Quotations are verbatim",
  description:
    "Share of the answer's quotations (in quotation marks, or block quotes) that occur verbatim in the context, the conversation or the system prompt. An ellipsis may omit words.",
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "Ragas quoted spans; promptfoo",
  options: z.strictObject({ min_words: z.int().positive().default(4), threshold: z.number().min(0).max(1).default(1) }),
  evaluate: (subject, { min_words: minWords, threshold }) => {
    const output = subject.text("output");
    const quotes = quotesIn(output.outsideCode).filter((quote) => wordsOf(quote).length >= minWords);
    if (quotes.length === 0) return skipped(`the answer quotes nothing of ${minWords} words and more`);
    const source = bare(subject.once(sourceText));
    const wrong = quotes.filter(
      (quote) => !quote.split(/\[?(?:\.{3}|…)\]?/).every((part) => source.includes(bare(part))),
    );
    return within(
      1 - wrong.length / quotes.length,
      { min: threshold },
      "share of verbatim quotations",
      rangesOf(output, wrong),
    );
  },
});

function quotesIn(text: string): readonly string[] {
  const inline = quotationsIn(text, quotations).map(({ start, end }) => text.slice(start + 1, end - 1));
  const blocks = [...text.matchAll(/(?:^[^\S\n]{0,3}>[^\n]*\n?)+/gm)].map(([block]) =>
    block.replace(/^[^\S\n]{0,99}>\s?/gm, ""),
  );
  return [...inline, ...blocks];
}

const quotations = [
  ['"', '"', 3, 1000],
  ["“", "”", 3, 1000],
  ["„", "“”", 3, 1000],
  ["«", "»", 3, 1000],
  ["「", "」", 3, 500],
] as const;

function bare(text: string): string {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/["“”„«»'‘’`*_]/g, "")
    .replace(/[\s\u00a0]+/g, " ");
  return trimOf(plain, /[\s.,;:!?—–-]/);
}

function rangesOf(output: PreparedText, texts: readonly string[]): readonly Evidence[] {
  return texts.slice(0, 10).flatMap((text) => {
    const start = output.text.indexOf(text.trimEnd());
    return start === -1 ? [] : [output.evidence(start, start + text.trimEnd().length)];
  });
}
