import type { Passage } from "../../../datapoints/index.ts";
import { runsOf } from "../../../platform/text/runs.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { passageWords } from "./passage-words.ts";
import { retrievedPassages } from "./shared-properties.ts";

export const contextUtilisation = defineCheck({
  ...retrievedPassages,
  name: "context_utilisation",
  title: "Passages actually used",
  description:
    "Share of the passages that the answer cites by number or id, or of which it holds four content words in a row.",
  costClass: "medium",
  targets: ["output", "metadata"],
  output: scored("0..1; pass ≥ 0.2", "higher"),
  source: "LangWatch; Opik ContextPrecision",
  options: z.strictObject({ threshold: shareOption(0.2) }),
  evaluate: (subject, { threshold }) => {
    const { passages } = subject;
    if (passages.length === 0) return skipped("the context is empty");
    const output = subject.text("output");
    const own = new Set(runsOf(contentWords(wordsOf(output.prose.toLowerCase())), 4));
    const words = subject.once(passageWords);
    const used = passages.slice(0, 200).filter((passage, at) => {
      const runs = runsOf(contentWords(words[at] ?? []), 4);
      return runs.some((run) => own.has(run)) || isCited(output.text, passage, at + 1);
    });
    return within(used.length / Math.min(200, passages.length), { min: threshold }, "share of passages that are used");
  },
});

const contentWords = (words: readonly string[]) => words.filter((word) => word.length > 1 && !stopWords.has(word));

function isCited(text: string, { id }: Passage, number: number): boolean {
  return (
    text.includes(`[${number}]`) ||
    text.includes(`【${number}`) ||
    (id !== undefined && (text.includes(`[${id}]`) || text.includes(`【${id}`)))
  );
}
