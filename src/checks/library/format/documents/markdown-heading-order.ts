import { defineCheck, property, skipped, z } from "../../definition.ts";
import { minorFormat } from "../shared-properties.ts";

export const markdownHeadingOrder = defineCheck({
  ...minorFormat,
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
