import { z } from "zod";
import { defineCheck, passesWhenTrue } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { format } from "./format.ts";

const common = { ...format, severity: "minor", tier: 2, output: passesWhenTrue } as const;

export const markdownTableValid = defineCheck({
  ...common,
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

export const markdownHeadingOrder = defineCheck({
  ...common,
  name: "markdown_heading_order",
  title: "Heading levels in order",
  description:
    "The first heading has level `start` or above, none is more than one level below the previous one, and with `single_h1` there is at most one of level 1.",
  source: "markdownlint MD001, MD025",
  options: z.strictObject({ start: z.int().min(1).max(6).default(2), single_h1: z.boolean().default(true) }),
  evaluate: (subject, { start, single_h1: single }) => {
    const levels = Array.from(
      subject.text("output").outsideCode.matchAll(/^ {0,3}(#{1,6})[ \t]/gm),
      ([, marks = ""]) => marks.length,
    );
    const [first] = levels;
    if (first === undefined) return skipped("there is no heading");
    if (first > start) return property(false, `the first heading is of level ${first}`);
    const jump = levels.findIndex((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1);
    if (jump > 0) return property(false, `level ${levels[jump]} follows level ${levels[jump - 1]}`);
    const tops = levels.filter((level) => level === 1).length;
    return property(!single || tops <= 1, `${levels.length} headings, ${tops} of level 1`);
  },
});

export const markdownLinksValid = defineCheck({
  ...common,
  name: "markdown_links_valid",
  title: "Markdown links well formed",
  description:
    "Each link has a text and an address that can be read, with one of `schemes`; each reference has its definition. Nothing is fetched.",
  source: "markdownlint MD042, MD052",
  options: z.strictObject({
    schemes: z.array(z.string()).default(["https", "http", "mailto"]),
    allow_relative: z.boolean().default(false),
  }),
  evaluate: (subject, { schemes, allow_relative: relative }) => {
    const text = subject.text("output").outsideCode;
    const defined = new Set(
      Array.from(text.matchAll(/^ {0,3}\[([^\]\n]{1,200})\]:/gm), ([, name = ""]) => name.toLowerCase()),
    );
    let links = 0;
    for (const [whole, label = "", address, reference] of text.matchAll(link)) {
      links++;
      if (label.trim() === "" && !whole.startsWith("!")) return property(false, `no text: ${whole.slice(0, 80)}`);
      if (address === undefined) {
        if (!defined.has((reference || label).toLowerCase()))
          return property(false, `not defined: ${whole.slice(0, 80)}`);
        continue;
      }
      const target = address
        .trim()
        .replace(/\s+["'(][\s\S]*$/, "")
        .replace(/^<(.*)>$/, "$1");
      const scheme = /^([a-z][a-z0-9+.-]{1,20}):/i.exec(target)?.[1]?.toLowerCase();
      const isFine =
        scheme === undefined ? relative && target !== "" : schemes.includes(scheme) && URL.canParse(target);
      if (!isFine) return property(false, `no address that is allowed: ${whole.slice(0, 80)}`);
    }
    return links === 0 ? skipped("there is no link") : property(true, `${links} well formed`);
  },
});

const link =
  /!?\[([^\][\n]{0,300})\](?:\(([^()\n]{0,500}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?)\)|\[([^\]\n]{0,200})\])/g;
