import { z } from "zod";
import { defineCheck, passesWhenFalse, passesWhenTrue, usually } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Degeneration and hygiene" } as const;

/** Scripts with letters that look alike. */
const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "u"),
);

export const mixedScriptWords = defineCheck({
  ...common,
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

export const unicodeNormalised = defineCheck({
  ...common,
  tier: 2,
  name: "unicode_normalised",
  title: "Text is NFC",
  description:
    "The answer is in the Unicode normalization form and, unless allowed, contains no look-alike letters: full-width Latin letters and digits, or letters of the mathematical alphabets.",
  severity: "minor",
  output: passesWhenTrue,
  source: "UAX 15",
  options: z.strictObject({ form: z.enum(["NFC", "NFD"]).default("NFC"), allow_compat: z.boolean().default(false) }),
  evaluate: (subject, { form, allow_compat: allows }) => {
    const output = subject.text("output");
    const disguised = allows
      ? null
      : /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]{2,}|[\u{1d400}-\u{1d7ff}]/u.exec(output.text);
    if (disguised)
      return property(false, `look-alike letters: ${disguised[0].slice(0, 20)}`, [
        output.evidence(disguised.index, disguised.index + disguised[0].length),
      ]);
    const holds = output.text.normalize(form) === output.text;
    return property(holds, holds ? `the text is in ${form}` : `the text is not in ${form}`);
  },
});

export const bidiTextWellformed = defineCheck({
  ...common,
  tier: 3,
  name: "bidi_text_wellformed",
  title: "Right-to-left text displayed safely",
  description:
    "In each line, directional embeddings, overrides and isolates are closed, and there is no override: it displays a text in another order than its characters have.",
  category: "Language and translation",
  severity: "minor",
  output: passesWhenTrue,
  source: "UAX 9; Trojan Source (CVE-2021-42574)",
  options: z.strictObject({ allow_override: z.boolean().default(false) }),
  evaluate: (subject, { allow_override: allows }) => {
    const output = subject.text("output");
    if (!/[\u202a-\u202e\u2066-\u2069]|[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(output.text))
      return skipped("the answer has neither right-to-left text nor controls of direction");
    const override = allows ? -1 : output.text.search(/[\u202d\u202e]/);
    if (override !== -1) return property(false, "an override of direction", [output.evidence(override, override + 1)]);
    const open = output.text.split("\n").some((line) => !closesAll(line));
    return property(
      !open,
      open ? "a control of direction is not closed, or closes nothing" : "every control of direction is closed",
    );
  },
});

function closesAll(line: string): boolean {
  const stack: string[] = [];
  for (const [control] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    const closes = control === "\u202c" ? "\u202c" : control === "\u2069" ? "\u2069" : undefined;
    if (closes === undefined) stack.push(control >= "\u2066" ? "\u2069" : "\u202c");
    else if (stack.pop() !== closes) return false;
  }
  return stack.length === 0;
}
