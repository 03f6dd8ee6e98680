import { fnvStart, fnvStep } from "../../../platform/text/fnv1a.ts";
import { runSimilarity } from "../../../platform/text/runs.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";

export const uniqueness = defineCheck({
  ...usually,
  name: "uniqueness",
  title: "Different from other outputs of the run",
  description:
    "1 minus the similarity (Jaccard of runs of three words) to the most similar other answer of the same test run, among the last `window` that this process saw. MinHash picks those that are compared exactly.",
  category: "Reference similarity",
  severity: "minor",
  costClass: "medium",
  mode: "test run",
  needs: ["run"],
  output: scored("0..1; pass ≥ 0.2", "higher"),
  source: "Okareo uniqueness; self-BLEU (Zhu et al. 2018); MinHash (Broder 1997)",
  options: z.strictObject({
    min: z.number().min(0).max(1).default(0.2),
    window: z.int().positive().max(1000).default(1000),
  }),
  evaluate: (subject, { min, window }) => {
    const others = subject.context.others?.().slice(-window) ?? [];
    if (others.length === 0) return skipped("no other answer of the run is known");
    const words = wordsOf(subject.output.toLowerCase());
    if (words.length < 3) return skipped("the answer has fewer than three words");
    const own = signatureOf(words);
    const nearest = others
      .map((other) => ({ other, similarity: agreement(own, signatureOfText(other)) }))
      .sort((one, each) => each.similarity - one.similarity)
      .slice(0, 10);
    const most = Math.max(...nearest.map(({ other }) => runSimilarity(words, wordsOf(other.toLowerCase()), 3)));
    return within(1 - most, { min }, "difference from the most similar answer");
  },
});

const permutations = 64;

const remembered = new Map<string, Uint32Array>();

/** Signatures are computed once per answer, because every answer of a run is compared with every other. */
function signatureOfText(text: string): Uint32Array {
  const known = remembered.get(text);
  if (known) return known;
  const made = signatureOf(wordsOf(text.toLowerCase()));
  if (remembered.size >= 2000) remembered.clear();
  remembered.set(text, made);
  return made;
}

/** For each of 64 permutations the least hash of the text's runs of three words, as 32-bit numbers. */
function signatureOf(words: readonly string[]): Uint32Array {
  const least = new Uint32Array(permutations).fill(0xffff_ffff);
  for (let at = 0; at + 3 <= words.length; at++) {
    let hash = fnvStart;
    for (const word of words.slice(at, at + 3))
      for (let position = 0; position <= word.length; position++)
        hash = fnvStep(hash, position === word.length ? 0x20 : word.charCodeAt(position));
    for (let index = 0; index < permutations; index++) {
      const permuted = (Math.imul(hash, 2 * index + 0x9e37_79b1) ^ Math.imul(index + 1, 0x85eb_ca6b)) >>> 0;
      if (permuted < (least[index] ?? 0)) least[index] = permuted;
    }
  }
  return least;
}

function agreement(one: Uint32Array, other: Uint32Array): number {
  return one.reduce((sum, value, at) => sum + (value === other[at] ? 1 : 0), 0);
}
