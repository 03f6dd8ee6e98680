import { z } from "zod";
import { wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { relation, relations, verifiable } from "./verifiable.ts";

export const keywordFrequency = defineCheck({
  ...verifiable,
  name: "keyword_frequency",
  title: "Keyword frequency",
  description: "The keyword occurs in the answer, as whole words in any case, the required number of times.",
  needs: ["config"],
  source: "IFEval keywords:frequency",
  options: z.strictObject({
    keyword: z.string().min(1).optional(),
    relation,
    n: z.int().nonnegative().default(1),
  }),
  evaluate: (subject, { keyword, relation, n }) => {
    if (keyword === undefined) return skipped("no keyword is configured");
    const output = subject.text("output");
    const ranges = wholeWordPositions(output, keyword);
    return property(
      relations[relation](ranges.length, n),
      `“${keyword}” occurs ${ranges.length} times, ${relation.replace("_", " ")} ${n} wanted`,
      ranges.slice(0, 10).map((at) => output.foldedEvidence(at, at + keyword.length)),
    );
  },
});

export const letterCaseRule = defineCheck({
  ...verifiable,
  name: "letter_case_rule",
  title: "Letter case rule",
  description:
    "The letters of the answer outside code follow the rule: `upper` has no small letter, `lower` no capital, in `title` every word of four or more letters begins with a capital, in `sentence` only first words and the listed proper nouns do.",
  source: "IFEval change_case; IFBench format:title_case",
  options: z.strictObject({
    rule: z.enum(["upper", "lower", "title", "sentence"]).default("lower"),
    proper_nouns: z.array(z.string()).default([]),
  }),
  evaluate: (subject, { rule, proper_nouns: names }) => {
    const output = subject.text("output");
    const text = output.prose;
    if (!/\p{Lu}|\p{Ll}/u.test(text)) return skipped("the answer has no letters with case");
    const wrong = wrongIn(text, rule, names);
    if (wrong === undefined) return property(true, `follows the rule ${rule}`);
    const start = output.text.indexOf(wrong);
    return property(
      false,
      `“${wrong.slice(0, 60)}”`,
      start === -1 ? [] : [output.evidence(start, start + wrong.length)],
    );
  },
});

export const forbiddenCharacters = defineCheck({
  ...verifiable,
  name: "forbidden_characters",
  title: "Forbidden characters absent",
  description:
    "None of the characters, and none of the Unicode classes (`Emoji_Presentation`, `Script=Han`, `Pd`), occurs in the answer.",
  source: "IFEval punctuation:no_comma; style rules",
  options: z.strictObject({
    /** Every character of this text is forbidden. */
    chars: z.string().default(","),
    classes: z.array(z.string().refine(isClass, "no Unicode class of this name")).max(20).default([]),
  }),
  evaluate: (subject, { chars, classes }) => {
    if (chars === "" && classes.length === 0) return skipped("no character is configured");
    const output = subject.text("output");
    const listed = Array.from(chars, (each) => each.replace(/[\\\]^-]/g, "\\$&")).join("");
    const pattern = new RegExp(`[${listed}${classes.map((each) => `\\p{${each}}`).join("")}]`, "gu");
    const ranges = [...output.text.matchAll(pattern)].slice(0, 20);
    return property(
      ranges.length === 0,
      ranges.length === 0
        ? "none occurs"
        : `holds ${[...new Set(ranges.map(([sign]) => `“${sign}”`))].slice(0, 10).join(", ")}`,
      ranges.slice(0, 10).map((match) => output.evidence(match.index, match.index + match[0].length)),
    );
  },
});

function isClass(name: string): boolean {
  try {
    return /^[\w=]{1,60}$/.test(name) && new RegExp(`\\p{${name}}`, "u").source !== "";
  } catch {
    return false;
  }
}

/** Returns the word at a position, with at most 50 characters on either side. */
function wordAt(text: string, at: number): string | undefined {
  if (at === -1) return undefined;
  const before = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, at - 50), at))?.[0] ?? "";
  return before + (/^[\p{L}\p{M}]*/u.exec(text.slice(at, at + 50))?.[0] ?? "");
}

function wrongIn(
  text: string,
  rule: "upper" | "lower" | "title" | "sentence",
  names: readonly string[],
): string | undefined {
  if (rule === "upper") return wordAt(text, text.search(/\p{Ll}/u));
  if (rule === "lower") return wordAt(text, text.search(/\p{Lu}/u));
  const words = wordsOf(text);
  if (rule === "title") return words.find((word) => Array.from(word).length >= 4 && /^\p{Ll}/u.test(word));
  const known = new Set([...names.flatMap((name) => wordsOf(name)), "I"]);
  for (const match of text.matchAll(/\p{Lu}[\p{L}\p{N}'’-]*/gu)) {
    const before = text.slice(0, match.index).trimEnd();
    const isFirst =
      before === "" ||
      /[.!?…:][»"”')\]]*$/.test(before) ||
      /\n\s*(?:[-*+#>]+|\d{1,3}[.)])?\s*["“«(*_]*$/.test(text.slice(0, match.index)) ||
      /["“«(*_]$/.test(before);
    if (
      !isFirst &&
      !known.has(match[0]) &&
      !known.has(match[0].replace(/['’]\p{L}+$/u, "")) &&
      !/['’\p{L}]$/u.test(text.slice(0, match.index))
    )
      return match[0];
  }
  return undefined;
}
