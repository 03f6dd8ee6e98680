import { defineCheck, property, skipped, z } from "../definition.ts";
import { verifiable } from "./shared-properties.ts";

export const forbiddenCharacters = defineCheck({
  ...verifiable,
  name: "forbidden_characters",
  title: "Forbidden characters absent",
  description:
    "None of the characters, and none of the Unicode classes (`Emoji_Presentation`, `Script=Han`, `Pd`), occurs in the answer.",
  source: "IFEval punctuation:no_comma; style rules",
  options: z.strictObject({
    /** Every character of this text is forbidden. */
    chars: z.string().default(","),
    classes: z.array(z.string().refine(isClass, "no Unicode class of this name")).max(20).default([]),
  }),
  evaluate: (subject, { chars, classes }) => {
    if (chars === "" && classes.length === 0) return skipped("no character is configured");
    const output = subject.text("output");
    const listed = Array.from(chars, (each) => each.replace(/[\\\]^-]/g, "\\$&")).join("");
    const pattern = new RegExp(`[${listed}${classes.map((each) => `\\p{${each}}`).join("")}]`, "gu");
    const ranges = [...output.text.matchAll(pattern).take(20)];
    return property(
      ranges.length === 0,
      ranges.length === 0
        ? "none occurs"
        : `holds ${[...new Set(ranges.map(([sign]) => `“${sign}”`))].slice(0, 10).join(", ")}`,
      ranges.slice(0, 10).map((match) => output.evidence(match.index, match.index + match[0].length)),
    );
  },
});

function isClass(name: string): boolean {
  try {
    return /^[\w=]{1,60}$/.test(name) && new RegExp(`\\p{${name}}`, "u").source !== "";
  } catch {
    return false;
  }
}
