import { defineCheck, property, skipped, z } from "../../definition.ts";
import { minorFormat } from "../shared-properties.ts";

export const markdownTableValid = defineCheck({
  ...minorFormat,
  name: "markdown_table_valid",
  title: "Markdown tables well formed",
  description:
    "Each table of pipes has a delimiter row below its heading and as many cells in every row as in the heading. Escaped pipes belong to their cell.",
  source: "GitHub Flavored Markdown, tables",
  options: z.strictObject({ require_table: z.boolean().default(false) }),
  evaluate: (subject, { require_table: required }) => {
    const tables = tablesIn(subject.text("output").outsideCode);
    if (tables.length === 0) return required ? property(false, "there is no table") : skipped("there is no table");
    for (const [heading = "", delimiter = "", ...rows] of tables) {
      const columns = cellsOf(heading).length;
      if (!isDelimiter(delimiter)) return property(false, `no delimiter row below: ${heading.slice(0, 80)}`);
      const wrong = [delimiter, ...rows].find((row) => cellsOf(row).length !== columns);
      if (wrong !== undefined)
        return property(false, `${cellsOf(wrong).length} cells and not ${columns}: ${wrong.slice(0, 80)}`);
    }
    return property(true, `${tables.length} well formed`);
  },
});

/** Returns runs of two or more lines that start with a pipe. */
function tablesIn(text: string): readonly (readonly string[])[] {
  const tables: string[][] = [];
  let at: string[] = [];
  for (const line of [...text.split("\n"), ""]) {
    if (line.trimStart().startsWith("|")) at.push(line.trim());
    else {
      if (at.length > 1) tables.push(at);
      at = [];
    }
  }
  return tables;
}

const cellsOf = (row: string) =>
  row
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);

const isDelimiter = (row: string) => cellsOf(row).every((cell) => /^\s*:?-+:?\s*$/.test(cell));
