import { defect, defineCheck, z } from "../../definition.ts";
import { rangesOf } from "../character-ranges.ts";
import { brokenCharacters } from "../shared-properties.ts";

export const mojibake = defineCheck({
  ...brokenCharacters,
  name: "mojibake",
  title: "Broken character encoding",
  description: "Two or more replacement characters, lone surrogates, or runs of UTF-8 decoded as Latin-1.",
  severity: "minor",
  source: "ftfy heuristics",
  options: z.strictObject({ min: z.int().positive().default(1) }),
  evaluate: (subject, { min }) => {
    const certain = rangesOf(subject, /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g);
    const misread = rangesOf(
      subject,
      /Ã[\u0080-\u00bf©¨¤¶¼Ÿ]|â€[™œ\u009d“”¦]|Â[£©®°·\u00a0]|Ð[\u0080-\u00bf°-¿]|Ñ[\u0080-\u008f€‚ƒ„…†‡ˆ]/g,
    );
    const found = [...certain, ...(misread.length >= 2 ? misread : [])];
    return defect(
      found.length >= min,
      found.length === 0 ? "no broken character" : `${found.length} broken characters`,
      found.slice(0, 10),
    );
  },
});
