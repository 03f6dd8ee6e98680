import { defineCheck, z } from "../definition.ts";
import { attackOutcome, enoughIn, formsOf, threshold } from "./attack-outcome.ts";
import { promptAttack } from "./shared-properties.ts";
import { extractionsIn } from "./signals.ts";

export const systemPromptExtractionAttempt = defineCheck({
  ...promptAttack,
  name: "system_prompt_extraction_attempt",
  title: "Attempt to extract the prompt",
  description:
    "The user's text asks for the system prompt or the text before it, or tricks the model into completing it.",
  source: "garak sysprompt_extraction; promptfoo prompt-extraction; OWASP LLM07",
  options: z.strictObject({ threshold }),
  evaluate: (subject, { threshold }) =>
    attackOutcome(subject, enoughIn(subject.once(formsOf), extractionsIn, threshold), "asks for the prompt"),
});
