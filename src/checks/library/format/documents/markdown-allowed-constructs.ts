import { defineCheck, property, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";

const constructs = {
  heading: /^ {0,3}#{1,6}\s+\S[^\n]*|^[^\n|]{1,100}\n(?:={3,}|-{3,})\s*$/m,
  bold: /(?<![\w*])\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)/,
  italic: /(?<![\w*])\*[^\s*][^*\n]{0,300}[^\s*]\*(?![\w*])|(?<!\w)_[^\s_][^_\n]{0,300}_(?!\w)/,
  list: /^[^\S\n]{0,8}(?:[-*+]|\d{1,3}[.)])[^\S\n]+\S[^\n]*/m,
  table: /^.[^|\n]{0,300}\|.*\n(?:[^\S\n]{0,99}\|)?[^\S\n]{0,99}:?-{3,}:?[^\S\n]{0,99}(?:\||$)/m,
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
