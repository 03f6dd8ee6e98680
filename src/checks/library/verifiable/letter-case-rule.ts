import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { verifiable } from "./shared-properties.ts";

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

/** Returns the word at a position, with at most 50 characters on either side. */
function wordAt(text: string, at: number): string | undefined {
  if (at === -1) return undefined;
  const before = /[\p{L}\p{M}]{0,30}$/u.exec(text.slice(Math.max(0, at - 50), at))?.[0] ?? "";
  return before + (/^[\p{L}\p{M}]{0,30}/u.exec(text.slice(at, at + 50))?.[0] ?? "");
}

/** Marks of a list, heading or quotation before the first word of a line. */
const lineStart = /^\s*(?:[-*+#>]+|\d{1,3}[.)])?\s*["“«(*_]*$/;

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
    const head = text.slice(Math.max(0, match.index - 200), match.index);
    const before = head.trimEnd();
    const isFirst =
      before === "" ||
      /[.!?…:][»"”')\]]*$/.test(before) ||
      (head.includes("\n") && lineStart.test(head.slice(head.lastIndexOf("\n") + 1))) ||
      /["“«(*_]$/.test(before);
    if (
      !isFirst &&
      !known.has(match[0]) &&
      !known.has(match[0].replace(/['’]\p{L}+$/u, "")) &&
      !/['’\p{L}]$/u.test(head)
    )
      return match[0];
  }
  return undefined;
}
