import { runsOf } from "../../../../platform/text/runs.ts";
import { defineCheck, scored, shareOption, within, z } from "../../definition.ts";
import { counted, shared, total } from "../ngrams.ts";
import { ofReference, withReferences } from "../reference.ts";

export const bleuScore = defineCheck({
  ...ofReference,
  name: "bleu_score",
  title: "BLEU",
  description:
    "Sentence BLEU of the answer against all references: geometric mean of the clipped precisions of runs of one to n words, with add-one smoothing above one and a penalty for brevity.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.2", "higher"),
  source: "Papineni et al. 2002; Lin & Och 2004; Okareo corpus_BLEU",
  options: z.strictObject({
    max_n: z.int().min(1).max(6).default(4),
    smoothing: z.enum(["add1", "none"]).default("add1"),
    threshold: shareOption(0.2),
  }),
  evaluate: (subject, { max_n: maxN, smoothing, threshold }) =>
    withReferences(subject, (references) => {
      const output = bleuTokens(subject.output);
      return within(bleu(output, references.map(bleuTokens), maxN, smoothing === "add1"), { min: threshold }, "BLEU");
    }),
});

/** Returns words and punctuation signs in their original case. */
function bleuTokens(text: string): readonly string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
}

function bleu(
  output: readonly string[],
  references: readonly (readonly string[])[],
  maxN: number,
  smooths: boolean,
): number {
  if (output.length === 0) return 0;
  let logarithms = 0;
  for (let n = 1; n <= maxN; n++) {
    const own = counted(runsOf(output, n));
    const most = new Map<number, number>();
    for (const reference of references)
      for (const [run, count] of counted(runsOf(reference, n))) most.set(run, Math.max(most.get(run) ?? 0, count));
    const extra = smooths && n > 1 ? 1 : 0;
    const [hits, all] = [shared(own, most) + extra, total(own) + extra];
    if (hits === 0 || all === 0) return 0;
    logarithms += Math.log(hits / all) / maxN;
  }
  const closest = references.reduce((best, each) => {
    const [one, other] = [Math.abs(each.length - output.length), Math.abs(best - output.length)];
    return one < other || (one === other && each.length < best) ? each.length : best;
  }, Infinity);
  const penalty = output.length >= closest ? 1 : Math.exp(1 - closest / output.length);
  return penalty * Math.exp(logarithms);
}
