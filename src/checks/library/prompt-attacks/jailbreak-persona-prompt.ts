import { defineCheck, z } from "../definition.ts";
import { attackOutcome, formOf } from "./attack-outcome.ts";
import { promptAttack } from "./shared-properties.ts";
import { personaScore } from "./signals.ts";

export const jailbreakPersonaPrompt = defineCheck({
  ...promptAttack,
  name: "jailbreak_persona_prompt",
  title: "Jailbreak persona",
  description:
    "The user's text gives the model a persona without rules: a weighted sum of role switch, freedom from rules, known names, double answers and threats.",
  source: "garak dan; in-the-wild jailbreaks (Shen et al. 2024); MITRE ATLAS AML.T0054",
  options: z.strictObject({ threshold: z.number().positive().default(2) }),
  evaluate: (subject, { threshold }) => {
    const { score, signal } = personaScore(subject.once(formOf));
    return attackOutcome(
      subject,
      score >= threshold ? signal : undefined,
      `sets up a persona without rules (score ${score.toFixed(1)})`,
    );
  },
});
