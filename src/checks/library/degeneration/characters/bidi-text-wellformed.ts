import { defineCheck, property, skipped, z } from "../../definition.ts";
import { degeneration } from "../shared-properties.ts";

export const bidiTextWellformed = defineCheck({
  ...degeneration,
  tier: 3,
  name: "bidi_text_wellformed",
  title: "Right-to-left text displayed safely",
  description:
    "In each line, directional embeddings, overrides and isolates are closed, and there is no override: it displays a text in another order than its characters have.",
  category: "Language and translation",
  severity: "minor",
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
