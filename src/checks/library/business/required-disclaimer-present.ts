import { distance } from "fastest-levenshtein";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { defineCheck, property, skipped, UserPattern, z } from "../definition.ts";
import { policy } from "./shared-properties.ts";

export const requiredDisclaimerPresent = defineCheck({
  ...policy,
  name: "required_disclaimer_present",
  title: "Required disclaimer present",
  description:
    "Where the trigger matches the user's message or the answer, the answer contains one of the disclaimers, exactly or in a nearly identical sentence. Without a trigger a disclaimer is always required.",
  targets: ["input", "output"],
  needs: ["config"],
  source: "financial and medical compliance",
  options: z.strictObject({
    trigger: UserPattern.optional(),
    texts: z.array(z.string().min(3).max(2000)).max(20).default([]),
    similarity: z.number().min(0).max(1).default(0.85),
  }),
  evaluate: (subject, { trigger, texts, similarity }) => {
    if (texts.length === 0) return skipped("no disclaimer is configured");
    const [output, input] = [subject.text("output"), subject.text("input")];
    if (trigger !== undefined) {
      const pattern = linearPattern(trigger, "i");
      if (!pattern.find(input.text) && !pattern.find(output.text))
        return skipped("nothing that needs the disclaimer is spoken of");
    }
    const shown = plainText(output.text);
    const sentences = output.sentences.map(plainText);
    const holds = texts.map(plainText).some((text) => shown.includes(text) || closest(sentences, text) >= similarity);
    return property(holds, holds ? "the disclaimer is there" : "the disclaimer is missing");
  },
});

/** Returns the edit similarity of the most similar sentence or pair of adjacent sentences. */
function closest(sentences: readonly string[], text: string): number {
  const candidates = sentences.flatMap((sentence, at) => [sentence, `${sentence} ${sentences[at + 1] ?? ""}`.trim()]);
  let best = 0;
  for (const candidate of candidates) {
    const longer = Math.max(candidate.length, text.length);
    if (longer === 0 || Math.min(candidate.length, text.length) / longer < best) continue;
    best = Math.max(best, 1 - distance(candidate, text) / longer);
  }
  return best;
}
