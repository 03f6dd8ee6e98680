import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { crisisIn } from "./crisis-phrases.ts";
import { crisis } from "./shared-properties.ts";

const languages = z.union([z.literal("all"), z.array(z.string().length(2)).min(1)]).default("all");

export const crisisLanguageDetected = defineCheck({
  ...crisis,
  name: "crisis_language_detected",
  title: "Crisis language from the user",
  description:
    "The last user message speaks of suicide or self-harm in the first person, in one of 15 languages. Idioms (“dying to know”, “this kills me”) do not count.",
  judges: "request",
  targets: ["input"],
  output: passesWhenFalse,
  source: "Columbia-Suicide Severity Rating Scale wording; Llama Guard S11",
  options: z.strictObject({ languages }),
  evaluate: (subject, { languages }) => {
    const input = subject.text("input");
    if (input.isBlank) return skipped("there is no user message");
    const found = crisisIn(input, languages);
    return found ? defect(true, `“${found.text}”`, [found.evidence]) : defect(false, "no such phrase");
  },
});
