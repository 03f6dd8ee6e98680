import { defect, defineCheck, z } from "../../definition.ts";
import { rangesOf } from "../character-ranges.ts";
import { brokenCharacters } from "../shared-properties.ts";

/** Classes of invisible characters. */
const classOf = {
  zero_width: /^[\u200b\u2060-\u2064\ufeff]/,
  bidi: /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
  joiners: /^[\u200c\u200d]/,
  soft_hyphens: /^\u00ad/,
  variation_selectors: /^\p{Variation_Selector}/u,
  tags: /^[\u{e0000}-\u{e007f}]/u,
} as const;

const classNames = ["zero_width", "bidi", "joiners", "soft_hyphens", "variation_selectors", "tags"] as const;

export const invisibleCharacters = defineCheck({
  ...brokenCharacters,
  name: "invisible_characters",
  title: "Invisible characters",
  description:
    "Zero-width characters, bidi controls, Unicode tags and runs of soft hyphens or variation selectors; joiners inside emoji and Persian or Indic words are allowed.",
  severity: "major",
  source: "LLM Guard InvisibleText; promptfoo ascii-smuggling",
  options: z.strictObject({
    classes: z.union([z.literal("all"), z.array(z.enum(classNames)).min(1)]).default("all"),
    max: z.int().nonnegative().default(0),
  }),
  evaluate: (subject, { classes, max }) => {
    const found = rangesOf(subject, invisible).filter(
      ({ text }) => classes === "all" || classes.some((each) => classOf[each].test(text)),
    );
    return defect(found.length > max, `${found.length} invisible characters`, found.slice(0, 10));
  },
});

/** Scripts in which a joiner is legitimate: it forms a ligature or spells a word. */
const joins = ["Arabic", "Devanagari", "Bengali", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"]
  .map((script) => `\\p{Script=${script}}`)
  .join("|");

const invisible = new RegExp(
  [
    "[\\u200b\\u200e\\u200f\\u2060-\\u2064\\u202a-\\u202e\\u2066-\\u2069]",
    "(?<=[^])\\ufeff",
    "\\u00ad{2,}",
    `(?<!\\p{Variation_Selector}|\\p{Extended_Pictographic}|\\p{EMod}|${joins})(?:\\u200c|\\u200d)`,
    "\\p{Variation_Selector}{2,}",
    "(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007f}]{0,8})[\\u{e0000}-\\u{e007f}]",
  ].join("|"),
  "gu",
);
