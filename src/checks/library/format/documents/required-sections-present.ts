import { z } from "zod";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, passesWhenTrue } from "../../../check.ts";
import { property, skipped } from "../../../verdicts/outcome.ts";
import { format } from "../shared-properties.ts";

export const requiredSectionsPresent = defineCheck({
  ...format,
  name: "required_sections_present",
  title: "Required sections present",
  description:
    "Each required title is a heading or a bold line of the answer (case and punctuation do not count) with some words below it; by option in the given order.",
  severity: "major",
  needs: ["config"],
  output: passesWhenTrue,
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
