import { z } from "zod";
import type { Evidence } from "../../../datapoints/text/evidence.ts";
import type { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { fold } from "../../../platform/text/fold.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { format, propertyRule } from "./format.ts";

const phraseOptions = { phrases: z.array(z.string().min(1)).default([]), case_sensitive: z.boolean().default(false) };

export const containsAll = defineCheck({
  ...format,
  name: "contains_all",
  title: "Contains all phrases",
  description: "Every configured phrase occurs in the answer.",
  severity: "major",
  needs: ["config"],
  output: propertyRule,
  source: "promptfoo contains-all; IFEval keywords:existence",
  options: z.strictObject({ ...phraseOptions, whole_word: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const missing = options.phrases.filter((phrase) => rangesOf(subject.text("output"), phrase, options).length === 0);
    return property(
      missing.length === 0,
      missing.length === 0 ? "every phrase occurs" : `missing: ${missing.join(", ")}`,
    );
  },
});

export const containsAny = defineCheck({
  ...format,
  name: "contains_any",
  title: "Contains at least n phrases",
  description: "At least `min` of the configured phrases occur in the answer.",
  severity: "minor",
  needs: ["config"],
  output: propertyRule,
  source: "promptfoo contains-any",
  options: z.strictObject({
    ...phraseOptions,
    min: z.int().positive().default(1),
    whole_word: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const ranges = options.phrases
      .map((phrase) => rangesOf(subject.text("output"), phrase, options))
      .filter((each) => each.length > 0);
    const evidence = ranges.flatMap((each) => each.slice(0, 1));
    return property(
      ranges.length >= options.min,
      `${ranges.length} of ${options.phrases.length} phrases occur`,
      evidence,
    );
  },
});

export const containsNone = defineCheck({
  ...format,
  name: "contains_none",
  title: "Forbidden phrases absent",
  description: "None of the configured phrases occurs in the answer.",
  severity: "major",
  output: propertyRule,
  source: "IFEval forbidden_words; LLM Guard BanSubstrings",
  options: z.strictObject({ ...phraseOptions, whole_word: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const ranges = options.phrases.flatMap((phrase) => rangesOf(subject.text("output"), phrase, options));
    const explanation =
      ranges.length === 0
        ? "no forbidden phrase occurs"
        : `forbidden: ${[...new Set(ranges.map(({ text }) => text))].join(", ")}`;
    return property(ranges.length === 0, explanation, ranges);
  },
});

export const startsWith = defineCheck({
  ...format,
  name: "starts_with",
  title: "Starts with",
  description: "The answer, without white space around it, starts with one of the prefixes.",
  severity: "minor",
  output: propertyRule,
  source: "promptfoo starts-with",
  options: z.strictObject({
    prefixes: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    if (options.prefixes.length === 0) return skipped("no prefixes are configured");
    const cased = caser(options.case_sensitive);
    const text = cased(subject.text("output").trimmed);
    const prefix = options.prefixes.find((each) => text.startsWith(cased(each)));
    return property(
      prefix !== undefined,
      prefix === undefined ? `starts with “${text.slice(0, 40)}”` : `starts with “${prefix}”`,
    );
  },
});

export const endsWith = defineCheck({
  ...format,
  name: "ends_with",
  title: "Ends with",
  description:
    "The answer, without white space around it, ends with one of the suffixes; by option closing quotes and fences do not count.",
  severity: "minor",
  output: propertyRule,
  source: "IFEval end_checker",
  options: z.strictObject({
    suffixes: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(true),
    loose: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (options.suffixes.length === 0) return skipped("no suffixes are configured");
    const cased = caser(options.case_sensitive);
    const trimmed = subject.text("output").trimmed;
    const text = cased(options.loose ? trimmed.replace(/(?:\s*(?:```|~~~|["”'»*_]))+$/, "") : trimmed);
    const suffix = options.suffixes.find((each) => text.endsWith(cased(each)));
    return property(
      suffix !== undefined,
      suffix === undefined ? `ends with “${text.slice(-40)}”` : `ends with “${suffix}”`,
    );
  },
});

export const valueInSet = defineCheck({
  ...format,
  name: "value_in_set",
  title: "Output is one of the allowed values",
  description: "The whole answer is one of the allowed values; leniently, quotes and a final period do not count.",
  severity: "major",
  needs: ["config"],
  output: propertyRule,
  source: "IFEval constrained_response; Guardrails ValidChoices",
  options: z.strictObject({
    values: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(false),
    lenient: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    if (options.values.length === 0) return skipped("no values are configured");
    const cased = caser(options.case_sensitive);
    const bare = (text: string) => (options.lenient ? text.replace(/^["'“‘«`*]+|["'”’»`*.。]+$/gu, "").trim() : text);
    const text = cased(bare(subject.text("output").trimmed));
    const holds = options.values.some((value) => cased(bare(value)) === text);
    return property(
      holds,
      holds ? "one of the allowed values" : `“${text.slice(0, 60)}” is not one of the allowed values`,
    );
  },
});

interface PhraseOptions {
  readonly case_sensitive: boolean;
  readonly whole_word: boolean;
}

/** Returns up to 20 occurrences of a phrase; text and phrase are folded. */
function rangesOf(output: PreparedText, phrase: string, options: PhraseOptions): readonly Evidence[] {
  const text = options.case_sensitive ? output.folded : output.lower;
  const sought = caser(options.case_sensitive)(fold(phrase));
  const ranges: Evidence[] = [];
  for (let at = text.indexOf(sought); at !== -1 && ranges.length < 20; at = text.indexOf(sought, at + sought.length)) {
    const end = at + sought.length;
    if (!options.whole_word || (!isWordPart(text.slice(0, at).slice(-1)) && !isWordPart(text.slice(end, end + 1))))
      ranges.push(output.foldedEvidence(at, end));
  }
  return ranges;
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}

function caser(caseSensitive: boolean): (text: string) => string {
  return caseSensitive ? (text) => text : (text) => text.toLowerCase();
}
