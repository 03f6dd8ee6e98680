import type { Generator } from "./generator.ts";

const auxiliaries = "is|are|was|were|do|does|did|can|could|should|would|will|have|has|had|must|may";
const negated = new RegExp(`\\b(${auxiliaries})(?:\\s+not|n['’]t)\\b`, "i");
const plain = new RegExp(`\\b(${auxiliaries})\\b(?!\\s+not|n['’]t)`, "i");
const question = new RegExp(`^(${auxiliaries})\\b`, "i");

/** Adds or removes "not" at the first auxiliary verb. The expected result of the opposite is unknown. */
export const negation: Generator = {
  type: "NEGATION",
  description: "Negates the text: adds or removes not at the first auxiliary verb. The expected result stays open",
  keepsResult: false,
  vary(text) {
    if (/\bcannot\b/i.test(text)) return text.replace(/\b(c)annot\b/i, "$1an");
    if (/\b(?:can|won|shan)['’]t\b/i.test(text))
      return text.replace(/\b(c)an['’]t\b/i, "$1an").replace(/\b(w)on['’]t\b/i, "$1ill");
    if (negated.test(text)) return text.replace(negated, "$1");
    // "Do you ship?" becomes "Do you not ship?": "not" follows the subject.
    if (question.test(text)) return text.replace(/^(\S+\s+\S+)/, "$1 not");
    return plain.test(text) ? text.replace(plain, "$1 not") : undefined;
  },
};
