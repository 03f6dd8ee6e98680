import { longestRepeat } from "../../../../platform/text/longest-repeat.ts";
import { defineCheck, scored, within, z } from "../../definition.ts";
import { duplicates } from "../shared-properties.ts";

export const longestRepeatedSubstring = defineCheck({
  ...duplicates,
  name: "longest_repeated_substring",
  title: "Longest repeated block",
  description:
    "Length in characters of the longest piece of the answer outside code that occurs twice without overlap, among its first `max_chars`.",
  severity: "major",
  output: scored("characters; pass ≤ 200", "lower"),
  source: "detection of degenerate text; rolling hash (Karp & Rabin 1987)",
  options: z.strictObject({
    max: z.int().nonnegative().default(200),
    max_chars: z.int().positive().max(65_536).default(20_000),
  }),
  evaluate: (subject, { max, max_chars: most }) => {
    const output = subject.text("output");
    const text = output.outsideCode.slice(0, most);
    const { length, end } = longestRepeat(text);
    const piece = text.slice(end - length, end);
    const start = length > max ? output.text.indexOf(piece) : -1;
    return within(
      length,
      { max },
      "characters that occur twice",
      start === -1 ? [] : [output.evidence(start, start + length)],
    );
  },
});
