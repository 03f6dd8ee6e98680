import type { Outcome, Subject } from "../../../datapoints/index.ts";
import { referencesOf } from "../../references.ts";
import { skipped, usually } from "../definition.ts";

/** Shared properties of this category: its checks compare an answer with references. */
export const ofReference = {
  ...usually,
  category: "Reference similarity",
  needs: ["reference"],
  mode: "test run",
  severity: "major",
} as const;

export function withReferences(subject: Subject, judge: (references: readonly string[]) => Outcome): Outcome {
  const references = referencesOf(subject.expected);
  return references.length === 0 ? skipped("the expected result holds no reference text") : judge(references);
}

/** Normalizes as SQuAD does: NFKC, lower case, no punctuation, no articles. */
export function tokensOf(text: string, removeArticles: boolean): readonly string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s]/gu, "")
    .split(/\s+/);
  return words.filter((word) => word !== "" && !(removeArticles && /^(?:a|an|the)$/.test(word)));
}
