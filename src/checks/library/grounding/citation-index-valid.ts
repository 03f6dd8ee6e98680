import type { Evidence, PreparedText } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { citation } from "./shared-properties.ts";

export const citationIndexValid = defineCheck({
  ...citation,
  name: "citation_index_valid",
  title: "Citations point to given passages",
  description:
    "Every passage that the answer cites, by its number (`[2]`, `[1, 3]`, `[1-3]`, `【2†…】`) or by its id, is one of the retrieved ones.",
  source: "ALCE (Gao et al. 2023); Azure OpenAI On Your Data",
  options: z.strictObject({ base: z.int().min(0).max(1).default(1) }),
  evaluate: (subject, { base }) => {
    const output = subject.text("output");
    const count = subject.passages.length;
    const ids = new Set(subject.passages.flatMap(({ id }) => id ?? []));
    const cited = citationsIn(output, ids);
    if (cited.length === 0) return skipped("the answer cites nothing");
    const wrong = cited.filter(({ name }) => !ids.has(name) && !isIndex(name, base, count));
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? `${cited.length} citations point to given passages`
        : `no such passage: ${[...new Set(wrong.map(({ name }) => name))].slice(0, 10).join(", ")}`,
      wrong.slice(0, 10).map(({ evidence }) => evidence),
    );
  },
});

interface Citation {
  readonly name: string;
  readonly evidence: Evidence;
}

/** Returns bracketed numbers, lists and ranges of them, and names shaped like the given ids. */
function citationsIn(output: PreparedText, ids: ReadonlySet<string>): readonly Citation[] {
  const shapes = new Set([...ids].map(shapeOf));
  const found: Citation[] = [];
  for (const match of output.text.matchAll(/(?<![\w)\]])(?:\[\^?([^[\]\n]{1,120})\]|【([^】\n]{1,120})】)(?![(:])/g)) {
    const inner = match[1] ?? match[2] ?? "";
    const evidence = output.evidence(match.index, match.index + match[0].length);
    for (const part of inner.split(/[,;]/)) {
      const name = part
        .replace(/†.*$/s, "")
        .trim()
        .replace(/^(?:source|doc|document|passage|ref)\.?\s+(?=\d+$)/i, "");
      const range = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(name);
      if (range) for (const each of rangeOf(Number(range[1]), Number(range[2]))) found.push({ name: each, evidence });
      else if (/^\d{1,3}$/.test(name) || shapes.has(shapeOf(name))) found.push({ name, evidence });
    }
    if (found.length > 500) break;
  }
  return found;
}

const shapeOf = (id: string) => id.toLowerCase().replace(/\d+/g, "0");

function rangeOf(from: number, to: number): readonly string[] {
  return from <= to && to - from < 50 ? Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`) : [`${to}`];
}

function isIndex(name: string, base: number, count: number): boolean {
  const index = Number(name);
  return /^\d+$/.test(name) && index >= base && index < base + count;
}
