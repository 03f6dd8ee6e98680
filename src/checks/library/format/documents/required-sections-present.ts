import { trimEndOf } from "../../../../platform/text/trim.ts";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";

export const requiredSectionsPresent = defineCheck({
  ...format,
  name: "required_sections_present",
  title: "Required sections present",
  description:
    "Each required title is a heading or a bold line of the answer (case and punctuation do not count) with some words below it; by option in the given order.",
  severity: "major",
  needs: ["config"],
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
    const read = titleOf(line);
    return read ? [{ at, level: read.level, title: plain(read.title) }] : [];
  });
  return titles.map(({ at, level, title }, index) => {
    let next = index + 1;
    while ((titles[next]?.level ?? 0) > level) next++;
    const below = lines.slice(at + 1, titles[next]?.at).filter((line) => !/^\s*#{1,6}\s/.test(line));
    return { title, words: wordsOf(below.join("\n")).length };
  });
}

/** Reads a heading, or a bold line as one of level 7. Titles have at most 200 characters. */
function titleOf(line: string): { readonly level: number; readonly title: string } | undefined {
  const bare = line.trim();
  if (bare.length > 220 || !/^\s{0,3}\S/.test(line)) return undefined;
  const [marks] = /^#{1,6}(?=\s)/.exec(bare) ?? [];
  if (marks !== undefined)
    return { level: marks.length, title: trimEndOf(bare.slice(marks.length), /#/).trim().slice(0, 200) };
  const bold = /^(?:\*\*|__)(.+)(?:\*\*|__)\s{0,9}:?$/.exec(bare)?.[1];
  return bold === undefined ? undefined : { level: 7, title: bold };
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*\d{1,2}[.):]\s*/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
