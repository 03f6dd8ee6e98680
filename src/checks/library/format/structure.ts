import { z } from "zod";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { format, propertyRule } from "./format.ts";

const constructs = {
  heading: /^ {0,3}#{1,6}\s+\S[^\n]*|^[^\n|]{1,100}\n(?:={3,}|-{3,})\s*$/m,
  bold: /(?<![\w*])\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)/,
  italic: /(?<![\w*])\*[^\s*][^*\n]{0,300}[^\s*]\*(?![\w*])|(?<!\w)_[^\s_][^_\n]{0,300}_(?!\w)/,
  list: /^[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)])[^\S\n]+\S[^\n]*/m,
  table: /^\s*\|?.{1,300}\|.*\n\s*\|?\s*:?-{3,}:?\s*(?:\||$)/m,
  link: /(?<!!)\[[^\]\n]{1,300}\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,2000}(?:\s[^)\n]{0,200})?\)/,
  image: /!\[[^\]\n]{0,300}\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,2000}(?:\s[^)\n]{0,200})?\)/,
  code_block: /^ {0,3}(?:```|~~~)/m,
  inline_code: /(?<!`)`[^`\n]{1,300}`(?!`)/,
  quote: /^ {0,3}>\s?\S/m,
  rule: /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/m,
  html: /<\/?[a-z][a-z0-9-]{0,20}(?:\s[^<>\n]{0,300})?\/?>/i,
} as const;

type Construct = keyof typeof constructs;
const names = Object.keys(constructs) as [Construct, ...Construct[]];

export const markdownAllowedConstructs = defineCheck({
  ...format,
  name: "markdown_allowed_constructs",
  title: "Only allowed Markdown",
  description:
    "The answer uses no Markdown but the allowed constructs. Nothing allowed means plain text, as for SMS, e-mail or voice.",
  severity: "minor",
  output: propertyRule,
  source: "style rules of voice agents; CommonMark 0.31",
  options: z.strictObject({ allow: z.array(z.enum(names)).default([]) }),
  evaluate: (subject, { allow }) => {
    const output = subject.text("output");
    const found = names.flatMap((name) => {
      if (allow.includes(name)) return [];
      const match = constructs[name].exec(name === "code_block" ? output.text : output.outsideCode);
      const start = match ? output.text.indexOf(match[0]) : -1;
      return match ? [{ name, evidence: start === -1 ? [] : [output.evidence(start, start + match[0].length)] }] : [];
    });
    return property(
      found.length === 0,
      found.length === 0
        ? "nothing but the allowed"
        : `uses ${found.map(({ name }) => name.replace("_", " ")).join(", ")}`,
      found.flatMap(({ evidence }) => evidence),
    );
  },
});

export const requiredSectionsPresent = defineCheck({
  ...format,
  name: "required_sections_present",
  title: "Required sections present",
  description:
    "Each required title is a heading or a bold line of the answer (case and punctuation do not count) with some words below it; by option in the given order.",
  severity: "major",
  needs: ["config"],
  output: propertyRule,
  source: "IFEval multiple_sections; MLflow guidelines",
  options: z.strictObject({
    sections: z.array(z.string().min(1)).max(100).default([]),
    ordered: z.boolean().default(false),
    min_words: z.int().nonnegative().default(1),
  }),
  evaluate: (subject, { sections, ordered, min_words: minWords }) => {
    if (sections.length === 0) return skipped("no sections are configured");
    const found = sectionsOf(subject.text("output").text);
    const positions = sections.map((title) =>
      found.findIndex((section) => section.title === plain(title) && section.words >= minWords),
    );
    const missing = sections.filter((_, at) => positions[at] === -1);
    if (missing.length > 0) {
      const short = missing.filter((title) => found.some((section) => section.title === plain(title)));
      return property(
        false,
        `missing: ${missing.join(", ")}${short.length === 0 ? "" : ` (too short: ${short.join(", ")})`}`,
      );
    }
    const inOrder = positions.every((position, at) => at === 0 || position > (positions[at - 1] ?? -1));
    return property(!ordered || inOrder, inOrder ? "every section is there" : "the sections are in another order");
  },
});

/** Returns titles with the number of words up to the next title of the same or a higher level. */
function sectionsOf(text: string): readonly { readonly title: string; readonly words: number }[] {
  const lines = text.split("\n");
  const titles = lines.flatMap((line, at) => {
    const match =
      /^\s{0,3}(#{1,6})\s+(.{1,200}?)\s*#*\s*$/.exec(line) ??
      /^\s{0,3}(\*\*|__)(.{1,200}?)(?:\*\*|__)\s*:?\s*$/.exec(line);
    const level = match?.[1]?.startsWith("#") ? match[1].length : 7;
    return match ? [{ at, level, title: plain(match[2] ?? "") }] : [];
  });
  return titles.map(({ at, level, title }, index) => {
    const next = titles.slice(index + 1).find((each) => each.level <= level);
    const below = lines.slice(at + 1, next?.at).filter((line) => !/^\s*#{1,6}\s/.test(line));
    return { title, words: wordsOf(below.join("\n")).length };
  });
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.):]\s*/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
