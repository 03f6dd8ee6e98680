import { defect, defineCheck, z } from "../../definition.ts";
import { rangesOf } from "../character-ranges.ts";
import { brokenCharacters } from "../shared-properties.ts";

export const controlCharacters = defineCheck({
  ...brokenCharacters,
  name: "control_characters",
  title: "Control characters",
  description: "Control characters other than tab and line ends: escape sequences, backspace, NUL.",
  severity: "minor",
  source: "Unicode categories; terminal injection",
  options: z.strictObject({ allow: z.array(z.string().length(1)).default([]) }),
  evaluate: (subject, { allow }) => {
    const found = rangesOf(subject, /\p{Cc}/gu).filter(({ text }) => !"\t\n\r".includes(text) && !allow.includes(text));
    const codePoints = found
      .slice(0, 5)
      .map(({ text }) => `U+${(text.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
    return defect(
      found.length > 0,
      found.length === 0 ? "no control character" : codePoints.join(", "),
      found.slice(0, 10),
    );
  },
});
