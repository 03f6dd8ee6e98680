import { defect, defineCheck, skipped, z } from "../definition.ts";
import { attackIn } from "./attack-outcome.ts";
import { disguisedAttack } from "./shared-properties.ts";
import { attackForm, disguisedForms } from "./signals.ts";

export const injectionObfuscatedText = defineCheck({
  ...disguisedAttack,
  name: "injection_obfuscated_text",
  title: "Obfuscated instruction",
  description:
    "The user's text is an attack only in its visual form: with look-alike letters of other scripts, letters spaced or dotted apart, digits for letters, accents, or backwards.",
  severity: "major",
  costClass: "medium",
  targets: ["input"],
  source: "LLM Guard; garak; UTS 39",
  options: z.strictObject({
    maps: z.union([z.literal("all"), z.array(z.enum(["scripts", "spacing", "accents"])).min(1)]).default("all"),
  }),
  evaluate: (subject, { maps }) => {
    const input = subject.text("input");
    if (input.isBlank) return skipped("there is no user message");
    const plain = input.text
      .toLowerCase()
      .replace(/[’‘]/g, "'")
      .replace(/[^\S\n]+/g, " ");
    if (attackIn(plain)) return defect(false, "the instruction is not disguised");
    const wants = (map: "scripts" | "spacing" | "accents") => maps === "all" || maps.includes(map);
    const form = attackForm(input.text);
    const bare = form.normalize("NFD").replace(/\p{M}/gu, "");
    const forms = [
      ...(wants("scripts") && form !== plain ? [form] : []),
      ...(wants("spacing") ? disguisedForms(form) : []),
      ...(wants("accents") && bare !== form ? [bare] : []),
    ];
    const found = forms.map((each) => attackIn(each)).find((each) => each !== undefined);
    return defect(found !== undefined, found ? `reads as “${found.text.slice(0, 120)}”` : "nothing is disguised");
  },
});
