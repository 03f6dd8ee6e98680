import { defect, defineCheck, passesWhenFalse, z } from "../../definition.ts";
import { degeneration } from "../shared-properties.ts";

/** Scripts with letters that look alike. */
const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "u"),
);

export const mixedScriptWords = defineCheck({
  ...degeneration,
  tier: 2,
  name: "mixed_script_words",
  title: "Words mixing scripts",
  description:
    "At least `min_words` words mix letters of two scripts that look alike: Latin, Cyrillic, Greek, Armenian or Cherokee. Signs of units and mathematics (µ, Ω, π) do not count.",
  severity: "major",
  judges: "texts",
  targets: ["output", "input"],
  output: passesWhenFalse,
  source: "UTS 39; homoglyph attacks",
  options: z.strictObject({ min_words: z.int().positive().default(1) }),
  evaluate: (subject, { min_words: fewest }) => {
    const evidence = (["output", "input"] as const).flatMap((target) => {
      const text = subject.text(target);
      if (!/[\u0370-\u058f\u13a0-\u13ff]/.test(text.text)) return [];
      return [...text.text.matchAll(/\p{L}{2,}/gu)]
        .filter(([word]) => scripts.filter((script) => script.test(word.replace(/[µμΩωπΔλσβαγθ]/g, ""))).length > 1)
        .map((match) => text.evidence(match.index, match.index + match[0].length));
    });
    return defect(evidence.length >= fewest, `${evidence.length} words mix scripts`, evidence.slice(0, 10));
  },
});
