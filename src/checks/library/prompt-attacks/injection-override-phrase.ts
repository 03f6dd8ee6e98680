import { defineCheck, z } from "../definition.ts";
import { attackOutcome, enoughIn, formsOf, threshold } from "./attack-outcome.ts";
import { promptAttack } from "./shared-properties.ts";
import { overridesIn } from "./signals.ts";

export const injectionOverridePhrase = defineCheck({
  ...promptAttack,
  name: "injection_override_phrase",
  title: "Instruction override phrase",
  description:
    "The user's text instructs the model to ignore its instructions, in one of some 40 languages, also spaced out or in look-alike letters. `threshold` is the required number of different phrases of this kind.",
  source: "Rebuff heuristics; OWASP LLM01; MITRE ATLAS AML.T0051",
  options: z.strictObject({
    threshold,
    /** Codes of ISO 639-1. */
    languages: z.union([z.literal("all"), z.array(z.string().min(2)).min(1)]).default("all"),
  }),
  evaluate: (subject, { threshold, languages }) =>
    attackOutcome(
      subject,
      enoughIn(subject.once(formsOf), (form) => overridesIn(form, languages), threshold),
      "instructs the model to ignore its instructions",
    ),
});
