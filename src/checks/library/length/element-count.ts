import { defineCheck, scored, usually, within, z } from "../definition.ts";

const elements = {
  heading: /^ {0,3}#{1,6}\s+\S/gm,
  exclamation: /[!！]+/g,
  number: /(?<![\p{L}\p{N}_.,])\d[\d.,]*/gu,
  table:
    /^[^\n|]*\|[^\n]*\n(?:\s{0,99}\|)?\s{0,99}:?-{3,}:?\s{0,99}(?:\|\s{0,99}:?-{3,}:?\s{0,99})*\|?[^\S\n]{0,99}$/gm,
  image: /!\[[^\]\n]{0,300}\]\([^)\n]{1,2000}\)|<img\b[^<>]{0,1000}>/gi,
  code_block: /(?!)/g,
  quote: /(?:^ {0,3}>[^\n]*\n?)+|"[^"\n]{2,500}"|“[^”\n]{2,500}”|«[^»\n]{2,500}»|„[^“”\n]{2,500}[“”]/gm,
  bold: /(?<![\w*])\*\*[^\s*][^*\n]{0,300}\*\*|(?<!\w)__[^\s_][^_\n]{0,300}__(?!\w)/g,
  ellipsis: /\.{3,}|…/g,
  em_dash: /—/g,
  parenthesis: /\([^()\n]{1,500}\)|（[^（）\n]{1,500}）/g,
  footnote: /\[\^[^\]\n]{1,40}\](?!:)/g,
} as const;

type Element = keyof typeof elements;

const kinds = Object.keys(elements) as [Element, ...Element[]];

export const elementCount = defineCheck({
  ...usually,
  name: "element_count",
  title: "Count of an element in range",
  description:
    "How often an element occurs in the answer outside code: headings, exclamations, numbers, tables, images, code blocks, quotations, bold texts, ellipses, em dashes, parentheses or footnotes.",
  category: "Length and counts",
  severity: "minor",
  output: scored("count; pass in 0..∞", "neutral"),
  source: "IFEval and IFBench count and format instructions",
  options: z.strictObject({
    kind: z.enum(kinds).default("heading"),
    min: z.int().nonnegative().default(0),
    max: z.int().nonnegative().optional(),
  }),
  evaluate: (subject, { kind, min, max }) => {
    const output = subject.text("output");
    const count =
      kind === "code_block" ? output.codeBlocks.length : (output.outsideCode.match(elements[kind])?.length ?? 0);
    return within(count, { min, max }, kind.replace("_", " "));
  },
});
