import { defineCheck, property, z } from "../../definition.ts";
import { degeneration } from "../shared-properties.ts";

export const unicodeNormalised = defineCheck({
  ...degeneration,
  tier: 2,
  name: "unicode_normalised",
  title: "Text is NFC",
  description:
    "The answer is in the Unicode normalization form and, unless allowed, contains no look-alike letters: full-width Latin letters and digits, or letters of the mathematical alphabets.",
  severity: "minor",
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
