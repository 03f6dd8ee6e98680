import { defect, defineCheck, passesWhenFalse, skipped, z } from "../../definition.ts";
import { boilerplate } from "../shared-properties.ts";

export const literalEscapeSequences = defineCheck({
  ...boilerplate,
  name: "literal_escape_sequences",
  title: "Escape sequences shown as text",
  description:
    "Outside code and JSON the answer shows `min` and more escape sequences or HTML entities as they are written: \\n, \\t, \\u00e9, &amp;, &#39;.",
  output: passesWhenFalse,
  source: "answers encoded twice",
  options: z.strictObject({ min: z.int().positive().default(2) }),
  evaluate: (subject, { min }) => {
    const output = subject.text("output");
    if (output.json.ok) return skipped("the answer is JSON");
    const found = output.prose.match(escapes) ?? [];
    return defect(
      found.length >= min,
      `${found.length} sequences${found.length === 0 ? "" : `: ${found.slice(0, 3).join(" ")}`}`,
    );
  },
});

// A path such as C:\new contains no line feed: escapes after a drive letter or another folder are ignored.
const escapes =
  /(?<![:\w\\])\\(?:[nrt](?![a-z])|"|u[0-9a-f]{4})|(?<=[\p{L}.!?,:])\\n|&(?:amp|lt|gt|quot|nbsp|#\d{2,4});/giu;
