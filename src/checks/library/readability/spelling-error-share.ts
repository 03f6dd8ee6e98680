import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import nspell from "nspell";
import { Failure } from "../../../platform/failure.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";
import { readingLanguage } from "./reading-language.ts";

export const spellingErrorShare = defineCheck({
  ...usually,
  name: "spelling_error_share",
  title: "Share of misspelt words",
  description:
    "Share of the English words of an answer's prose that no dictionary knows; words with capitals or digits, code and links are left out, and British spelling is as good as American. The dictionary takes 0.3 s and some 40 MB of a worker that uses it.",
  category: "Readability and style",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  output: scored("0..1; pass ≤ 0.03", "lower"),
  source: "Hunspell; SCOWL word lists",
  options: z.strictObject({
    lang: z.enum(["en"]).default("en"),
    max: z.number().min(0).max(1).default(0.03),
    /** Additional words that count as correct. */
    allow: z.array(z.string()).default([]),
  }),
  evaluate: (subject, { lang, max, allow }) => {
    const output = subject.text("output");
    if (readingLanguage(output) !== lang) return skipped("the answer is not in English");
    const words = wordsOf(output.prose.replaceAll("’", "'"))
      .flatMap((word) => word.split("-"))
      .filter((word) => /^[a-z][a-z']+$/.test(word));
    if (words.length < 10) return skipped("fewer than 10 words to look up");
    const allowed = new Set(allow.map((word) => word.toLowerCase()));
    const unknown = new Set([...new Set(words)].filter((word) => !allowed.has(word) && !isKnown(word)));
    const wrong = words.filter((word) => unknown.has(word));
    const evidence = [...unknown].slice(0, 10).flatMap((word) => {
      const start = output.text.search(new RegExp(`\\b${word.replaceAll("'", "['’]")}\\b`));
      return start === -1 ? [] : [output.evidence(start, start + word.length)];
    });
    return within(wrong.length / words.length, { max }, "share of misspelt words", evidence);
  },
});

let loaded: ReturnType<typeof nspell> | undefined;

/** Loads the dictionary on first use. */
function dictionary(): ReturnType<typeof nspell> {
  if (loaded) return loaded;
  const manifest = findPackageJSON("dictionary-en", import.meta.url);
  if (manifest === undefined) throw new Failure("defect", "the English dictionary is not installed");
  const file = (name: string) => readFileSync(join(dirname(manifest), name), "utf8");
  loaded = nspell(file("index.aff"), file("index.dic"));
  return loaded;
}

function isKnown(word: string): boolean {
  const known = dictionary();
  return known.correct(word) || british.some(([pattern, american]) => isOther(word.replace(pattern, american), word));

  function isOther(changed: string, from: string): boolean {
    return changed !== from && known.correct(changed);
  }
}

/** Differences between British spelling and the dictionary's. */
const british: readonly (readonly [RegExp, string])[] = [
  [/our/, "or"],
  [/is(?=(?:e[ds]?|ers?|ing|ations?)$)/, "iz"],
  [/ys(?=(?:e[ds]?|ers?|ing)$)/, "yz"],
  [/re(?=s?$)/, "er"],
  [/ll(?=(?:ed|ers?|ing)$)/, "l"],
  [/l(?=(?:ments?|fuls?|s?)$)/, "ll"],
  [/ence(?=s?$)/, "ense"],
  [/ogue(?=s?$)/, "og"],
  [/mme(?=s?$)/, "m"],
  [/ae|oe/, "e"],
  [/que(?=s?$)/, "ck"],
  [/grey/, "gray"],
];
