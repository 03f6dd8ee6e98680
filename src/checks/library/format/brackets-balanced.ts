import { replaceQuotations } from "../../../platform/text/quotations.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { minorFormat } from "./shared-properties.ts";

const quotations = [
  ['"', '"', 0, 1000],
  ["“", "”", 0, 1000],
  ["„", "“", 0, 1000],
] as const;

const pairs: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

export const bracketsBalanced = defineCheck({
  ...minorFormat,
  name: "brackets_balanced",
  title: "Brackets balanced",
  description:
    "Outside code and quotation marks, round, square and curly brackets close in order, but for `tolerance` mistakes; list marks (“a)”) and smileys do not count.",
  source: "structure of prose and formulas",
  options: z.strictObject({ tolerance: z.int().nonnegative().default(0) }),
  evaluate: (subject, { tolerance }) => {
    const text = replaceQuotations(subject.text("output").prose, quotations, () => " ")
      .replace(/^[^\S\n]{0,99}(?:\p{L}|\d{1,3}|[ivx]{1,5})\)/gimu, " ")
      .replace(/(?:[:;=8xX]['-]?[()[\]{}]+|(?<![()])[()]+['-]?[:;])/g, " ")
      .replace(/(?<=\s)(?:\p{L}|\d{1,2}|[ivx]{1,4})\)(?=\s)/gu, (mark, at: number, all: string) =>
        all.slice(Math.max(0, at - 60), at).includes("(") ? mark : " ",
      );
    const open: string[] = [];
    let mistakes = 0;
    let seen = 0;
    for (const [sign] of text.matchAll(/[()[\]{}]/g)) {
      seen++;
      const opener = pairs[sign];
      if (opener === undefined) open.push(sign);
      else if (open.at(-1) === opener) open.pop();
      else mistakes++;
    }
    if (seen === 0) return skipped("the answer holds no bracket");
    mistakes += open.length;
    return property(
      mistakes <= tolerance,
      mistakes === 0 ? `${seen} brackets are balanced` : `${mistakes} brackets without their other`,
    );
  },
});
