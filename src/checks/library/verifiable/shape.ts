import { z } from "zod";
import { wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck } from "../../check.ts";
import { UserPattern } from "../../check-options.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { verifiable } from "./verifiable.ts";

/** Checks of an answer's structure: its beginning, its end, what encloses it and what separates its parts. */
const shape = { ...verifiable, tier: 3 } as const;

export const nthParagraphFirstWord = defineCheck({
  ...shape,
  name: "nth_paragraph_first_word",
  title: "First word of paragraph n",
  description: "The answer has `num_paragraphs` paragraphs, where that is given, and paragraph n begins with the word.",
  needs: ["config"],
  source: "IFEval length_constraints:nth_paragraph_first_word",
  options: z.strictObject({
    num_paragraphs: z.int().positive().optional(),
    n: z.int().positive().default(1),
    word: z.string().min(1).optional(),
  }),
  evaluate: (subject, { num_paragraphs: wanted, n, word }) => {
    if (word === undefined) return skipped("no word is configured");
    const { paragraphs } = subject.text("output");
    if (wanted !== undefined && paragraphs.length !== wanted)
      return property(false, `${paragraphs.length} paragraphs, not ${wanted}`);
    const first = wordsOf(paragraphs[n - 1] ?? "")[0];
    return property(
      first?.toLowerCase() === word.toLowerCase(),
      first === undefined ? `there is no paragraph ${n}` : `paragraph ${n} begins with “${first}”`,
    );
  },
});

export const postscriptPresent = defineCheck({
  ...shape,
  name: "postscript_present",
  title: "Has a postscript",
  description: "A line of the answer begins with the marker, and text follows it.",
  source: "IFEval detectable_content:postscript",
  options: z.strictObject({ marker: z.string().min(1).max(50).default("P.S.") }),
  evaluate: (subject, { marker }) => {
    const bare = (text: string) => text.toLowerCase().replace(/[\s*_]/g, "");
    const lines = subject.text("output").text.split("\n").map(bare);
    const wanted = bare(marker);
    const line = lines.find((each) => each.startsWith(wanted) && /[\p{L}\p{N}]/u.test(each.slice(wanted.length)));
    return property(line !== undefined, line === undefined ? `no line begins with ${marker}` : "there is a postscript");
  },
});

export const titleWrapped = defineCheck({
  ...shape,
  name: "title_wrapped",
  title: "Has a title",
  description: "The answer has a title: a line in `<<…>>`, or with `style` heading a first line that is a heading.",
  source: "IFEval detectable_format:title",
  options: z.strictObject({ style: z.enum(["angle", "heading"]).default("angle") }),
  evaluate: (subject, { style }) => {
    const { trimmed } = subject.text("output");
    const pattern =
      style === "angle" ? /<<[^<>\n]*[\p{L}\p{N}][^<>\n]*>>/u : /^#{1,6}\s+\S|^[^\n]{1,200}\n(?:=+|-+)\s*(?:\n|$)/;
    const found = pattern.test(trimmed);
    return property(found, found ? "there is a title" : "there is no title");
  },
});

export const repeatPromptFirst = defineCheck({
  ...shape,
  name: "repeat_prompt_first",
  title: "Repeats the prompt first",
  description:
    "The answer begins with the text, ignoring white space and case, and continues after it; without a text, with the user's message.",
  targets: ["input", "output"],
  source: "IFEval combination:repeat_prompt",
  options: z.strictObject({ prompt_to_repeat: z.string().min(1).max(20_000).optional() }),
  evaluate: (subject, { prompt_to_repeat: given = subject.input }) => {
    const bare = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
    const [prompt, answer] = [bare(given), bare(subject.text("output").text)];
    if (prompt === "") return skipped("there is no text to repeat");
    if (!answer.startsWith(prompt)) return property(false, "the answer does not begin with the text");
    const goesOn = answer.length > prompt.length;
    return property(goesOn, goesOn ? "the text is repeated first" : "nothing follows the text");
  },
});

export const separatedResponses = defineCheck({
  ...shape,
  name: "separated_responses",
  title: "Several responses, separated",
  description: "The separator cuts the answer into exactly n parts with text, no two the same.",
  source: "IFEval combination:two_responses",
  options: z.strictObject({
    separator: z.string().min(1).max(50).default("******"),
    n: z.int().min(2).max(50).default(2),
  }),
  evaluate: (subject, { separator, n }) => {
    const parts = subject
      .text("output")
      .text.split(separator)
      .map((part) => part.trim());
    const filled = parts.filter((part) => part !== "");
    if (filled.length !== n || filled.length !== parts.length)
      return property(false, `${filled.length} parts with text, ${n} wanted`);
    const different = new Set(filled).size === n;
    return property(different, different ? `${n} parts` : "two parts are the same");
  },
});

export const wrappedInQuotes = defineCheck({
  ...shape,
  tier: 2,
  name: "wrapped_in_quotes",
  title: "Wrapped in quotation marks",
  description: "The whole answer is between the two signs of one of the pairs.",
  source: "IFEval startend:quotation",
  options: z.strictObject({
    pairs: z
      .array(z.string().regex(/^[^]{2}$/u, "two signs"))
      .min(1)
      .default(["“”", '""', "„“", "«»", "「」"]),
  }),
  evaluate: (subject, { pairs }) => {
    const { trimmed } = subject.text("output");
    const pair = pairs
      .map((each) => Array.from(each))
      .find(([open = "", close = ""]) => trimmed.startsWith(open) && trimmed.endsWith(close));
    return property(
      pair !== undefined && trimmed.length > 2,
      pair ? `is between ${pair.join(" and ")}` : `begins with “${trimmed.slice(0, 10)}”`,
    );
  },
});

export const optionsSingleChoice = defineCheck({
  ...shape,
  tier: 2,
  name: "options_single_choice",
  title: "Exactly one option chosen",
  description:
    "The answer contains exactly one of the options, as whole words in any case; with `bare` it contains nothing else.",
  severity: "major",
  needs: ["config"],
  source: "IFBench format:options",
  options: z.strictObject({
    options: z.array(z.string().min(1).max(500)).max(200).default([]),
    bare: z.boolean().default(false),
  }),
  evaluate: (subject, { options, bare }) => {
    if (options.length === 0) return skipped("no options are configured");
    const output = subject.text("output");
    const chosen = options.filter((option) => wholeWordPositions(output, option).length > 0);
    // A longer option that contains a shorter one is one choice, not two.
    const named = chosen.filter(
      (one) => !chosen.some((other) => other !== one && other.toLowerCase().includes(one.toLowerCase())),
    );
    if (named.length !== 1)
      return property(false, named.length === 0 ? "no option is chosen" : `several are: ${named.join(", ")}`);
    const rest = bare ? output.lower.replace((named[0] ?? "").toLowerCase(), "").replace(/[^\p{L}\p{N}]/gu, "") : "";
    return property(rest === "", rest === "" ? `chose “${named[0]}”` : "there is more than the option");
  },
});

export const oneItemPerLine = defineCheck({
  ...shape,
  name: "one_item_per_line",
  title: "One item per line",
  description:
    "Every line of the answer that is not blank matches the pattern as a whole and holds none of the separators outside quotation marks.",
  source: "IFBench format:line",
  options: z.strictObject({ item_pattern: UserPattern.default(".+"), separators: z.string().default(",;") }),
  evaluate: (subject, { item_pattern: pattern, separators }) => {
    const lines = subject
      .text("output")
      .text.split("\n")
      .filter((line) => line.trim() !== "");
    const item = linearPattern(pattern);
    const wrong = lines.find((line) => {
      const bare = line.replace(/"[^"\n]*"|“[^”\n]*”|'[^'\n]*'/g, "");
      return Array.from(separators).some((sign) => bare.includes(sign)) || !item.isWhole(line.trim());
    });
    return property(
      wrong === undefined,
      wrong === undefined ? `${lines.length} lines` : `“${wrong.trim().slice(0, 60)}”`,
    );
  },
});
