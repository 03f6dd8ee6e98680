import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { persistentAttack } from "./shared-properties.ts";

export const manyShotPrompt = defineCheck({
  ...persistentAttack,
  name: "many_shot_prompt",
  title: "Many invented turns in one message",
  description:
    "Lines of one user message that begin with a speaker (User:, Assistant:, Human:, AI:, Q:, A:), as if a conversation had been.",
  targets: ["input"],
  tier: 3,
  output: scored("turns; pass ≤ 12", "lower"),
  source: "many-shot jailbreaking (Anil et al. 2024)",
  options: z.strictObject({ max: z.int().nonnegative().default(12) }),
  evaluate: (subject, { max }) => {
    const input = subject.text("input");
    if (input.isBlank) return skipped("there is no user message");
    const turns = [
      ...input.text.matchAll(
        /^[^\S\n]{0,99}(?:\*\*|#{1,4}\s)?(?:user|assistant|human|ai|bot|model|system|q|a|question|answer|nutzer|assistent|frage|antwort|utilisateur|usuario|pregunta|respuesta)(?:\s?\d{1,4})?(?:\*\*)?\s?:/gim,
      ),
    ];
    return within(
      turns.length,
      { max },
      "turns",
      turns.slice(0, 5).map((match) => input.evidence(match.index, match.index + match[0].length)),
    );
  },
});
