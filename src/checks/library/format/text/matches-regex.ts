import { linearPattern } from "../../../../platform/text/linear-pattern.ts";
import { defineCheck, property, skipped, UserPattern, z } from "../../definition.ts";
import { flags, ofText, target } from "./regex-options.ts";

export const matchesRegex = defineCheck({
  ...ofText,
  name: "matches_regex",
  title: "Matches a regular expression",
  description: "The text matches the pattern, somewhere or as a whole. Patterns run in linear time (RE2 syntax).",
  severity: "major",
  source: "promptfoo regex; Guardrails RegexMatch; Phoenix MatchesRegex",
  options: z.strictObject({ pattern: UserPattern.optional(), flags, full_match: z.boolean().default(false), target }),
  evaluate: (subject, { pattern, flags, full_match: whole, target }) => {
    if (pattern === undefined) return skipped("no pattern is configured");
    const text = subject.text(target);
    const compiled = linearPattern(pattern, flags);
    const range = whole
      ? compiled.isWhole(text.trimmed)
        ? { start: 0, end: text.text.length }
        : undefined
      : compiled.find(text.text);
    return property(
      range !== undefined,
      range ? "matches" : "does not match",
      range ? [text.evidence(range.start, range.end)] : [],
    );
  },
});
