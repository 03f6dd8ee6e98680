import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { letterCount } from "./detect.ts";
import { ofLanguage } from "./shared-properties.ts";

export const scriptAllowed = defineCheck({
  ...ofLanguage,
  name: "script_allowed",
  title: "Only allowed scripts",
  description: "Share of the answer's letters that belong to none of the allowed Unicode scripts.",
  severity: "minor",
  output: scored("0..1; pass ≤ 0.02", "lower"),
  source: "language-mixing of multilingual models; Unicode UAX 24",
  options: z.strictObject({
    allowed: z
      .array(z.string().regex(/^[A-Za-z_]+$/))
      .min(1)
      .default(["Latin"]),
    max: z.number().min(0).max(1).default(0.02),
  }),
  evaluate: (subject, { allowed, max }) => {
    const output = subject.text("output");
    const letters = letterCount(output.text);
    if (letters === 0) return skipped("the answer has no letters");
    const strange = [...output.text.matchAll(strangerOf(allowed.join(" ")))];
    const evidence = strange.slice(0, 5).map((match) => output.evidence(match.index, match.index + match[0].length));
    const count = strange.reduce((sum, [run]) => sum + letterCount(run), 0);
    return within(count / letters, { max }, "share of letters of other scripts", evidence);
  },
});

const strangers = new Map<string, RegExp>();

/** Builds a pattern of letters outside the given scripts; letters common to all scripts are inside. */
function strangerOf(scripts: string): RegExp {
  const known = strangers.get(scripts);
  if (known) return known;
  const inside = ["Common", "Inherited", ...scripts.split(" ")].map((script) => `\\p{Script=${script}}`).join("");
  const made = new RegExp(`(?:(?![${inside}])\\p{L})+`, "gu");
  strangers.set(scripts, made);
  return made;
}
