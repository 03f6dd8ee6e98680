import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { defineCheck } from "../../check.ts";
import { defect } from "../../verdicts/outcome.ts";

const common = {
  version: 1,
  category: "Degeneration and hygiene",
  costClass: "cheap",
  judges: "texts",
  targets: ["output", "input"],
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
  output: { type: "boolean", rule: "pass when false" },
} as const;

export const mojibake = defineCheck({
  ...common,
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

export const controlCharacters = defineCheck({
  ...common,
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
  ...common,
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

function rangesOf(subject: Subject, pattern: RegExp): readonly Evidence[] {
  return (["output", "input"] as const).flatMap((target) => {
    const text = subject.text(target);
    const found: Evidence[] = [];
    for (const match of text.text.matchAll(pattern)) {
      found.push(text.evidence(match.index, match.index + match[0].length));
      if (found.length === 1000) break;
    }
    return found;
  });
}
