import { distance } from "fastest-levenshtein";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { houseRule } from "./shared-properties.ts";

export const brandNamesSpelledRight = defineCheck({
  ...houseRule,
  name: "brand_names_spelled_right",
  title: "Brand names spelled right",
  description:
    "Each word of the answer that equals a listed name except for case, or for one edit in names of six or more letters, is spelled as listed; optionally the first one carries ™ or ®.",
  severity: "minor",
  needs: ["config"],
  source: "brand guides",
  options: z.strictObject({
    names: z.array(z.string().min(2).max(100)).max(500).default([]),
    require_mark: z.boolean().default(false),
  }),
  evaluate: (subject, { names, require_mark: requires }) => {
    if (names.length === 0) return skipped("no names are configured");
    const output = subject.text("output");
    let seen = 0;
    for (const name of names) {
      const ranges = similarRanges(output.text, name);
      seen += ranges.length;
      const wrong = ranges.find(({ text }) => text !== name);
      if (wrong)
        return property(false, `“${wrong.text}” instead of “${name}”`, [
          output.evidence(wrong.start, wrong.start + wrong.text.length),
        ]);
      const [first] = ranges;
      if (requires && first && !/^\s?[™®]/.test(output.text.slice(first.start + name.length)))
        return property(false, `${name} without its mark`);
    }
    return seen === 0 ? skipped("the answer holds none of the names") : property(true, `${seen} names are spelt right`);
  },
});

function similarRanges(text: string, name: string): readonly { readonly text: string; readonly start: number }[] {
  const words = name.split(/\s+/).length;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.@/_-])[\\p{L}\\p{N}&+'’-]+(?:\\s[\\p{L}\\p{N}&+'’-]+){${words - 1}}(?![\\p{L}\\p{N}@_])`,
    "gu",
  );
  const [lower, letters] = [name.toLowerCase(), name.length];
  const found: { text: string; start: number }[] = [];
  // Every word may start a name of several words, so matching advances word by word.
  for (let match = pattern.exec(text); match && found.length < 200; match = pattern.exec(text)) {
    const [candidate] = match;
    const bare = candidate.replace(/['’]s?$/, "");
    const [same, near] = [
      bare.toLowerCase() === lower,
      letters >= 6 &&
        Math.abs(bare.length - letters) <= 1 &&
        bare[0]?.toLowerCase() === lower[0] &&
        distance(bare.toLowerCase(), lower) === 1,
    ];
    if (same || (near && !bare.toLowerCase().startsWith(lower))) found.push({ text: bare, start: match.index });
    else if (words > 1) pattern.lastIndex = match.index + (/^\S+\s/.exec(candidate)?.[0].length ?? candidate.length);
  }
  return found;
}
