import { linearPattern } from "../../../../platform/text/linear-pattern.ts";
import { defineCheck, property, skipped, UserPattern, z } from "../../definition.ts";
import { flags, ofText, target } from "./regex-options.ts";

export const notMatchesRegex = defineCheck({
  ...ofText,
  name: "not_matches_regex",
  title: "Does not match a regular expression",
  description: "The text matches none of the patterns. Patterns run in linear time (RE2 syntax).",
  severity: "major",
  source: "promptfoo not-regex; LLM Guard Regex",
  options: z.strictObject({ patterns: z.array(UserPattern).max(100).default([]), flags, target }),
  evaluate: (subject, { patterns, flags, target }) => {
    if (patterns.length === 0) return skipped("no patterns are configured");
    const text = subject.text(target);
    for (const pattern of patterns) {
      const range = linearPattern(pattern, flags).find(text.text);
      if (range) return property(false, `matches ${pattern.slice(0, 80)}`, [text.evidence(range.start, range.end)]);
    }
    return property(true, "matches none");
  },
});
