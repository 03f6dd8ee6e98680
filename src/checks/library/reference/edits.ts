import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { type JsonValue, member, parseJson } from "../../../platform/json/json.ts";
import { editSimilarity, jsonSimilarity as similarity } from "../../../platform/json/json-similarity.ts";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { defineCheck, scored } from "../../check.ts";
import { UserPattern } from "../../check-options.ts";
import { skipped, within } from "../../verdicts/outcome.ts";
import { referenceJson } from "./matches.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

const threshold = (standard: number) => z.number().min(0).max(1).default(standard);

export const levenshteinDistance = defineCheck({
  ...ofReference,
  name: "levenshtein_distance",
  title: "Levenshtein distance to the reference",
  description:
    "Fewest insertions, deletions and replacements of characters that turn the answer into the nearest reference.",
  severity: "minor",
  costClass: "medium",
  output: scored("edits; pass ≤ 20"),
  source: "Levenshtein 1966; Okareo levenshtein_distance; promptfoo; Phoenix",
  options: z.strictObject({
    max: z.int().nonnegative().default(20),
    max_chars: z.int().positive().max(10_000).default(4000),
  }),
  evaluate: (subject, { max, max_chars: maxChars }) =>
    withReferences(subject, (references) => {
      const cut = (text: string) => text.normalize("NFC").slice(0, maxChars);
      return within(Math.min(...references.map((each) => distance(cut(subject.output), cut(each)))), { max }, "edits");
    }),
});

export const levenshteinSimilarity = defineCheck({
  ...ofReference,
  name: "levenshtein_similarity",
  title: "Normalised edit similarity",
  description: "1 minus the edit distance divided by the longer length; the best over references.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.8"),
  source: "autoevals Levenshtein; Ragas NonLLMStringSimilarity",
  options: z.strictObject({ threshold: threshold(0.8) }),
  evaluate: (subject, { threshold }) =>
    withReferences(subject, (references) =>
      within(
        Math.max(...references.map((each) => editSimilarity(subject.output, each))),
        { min: threshold },
        "edit similarity",
      ),
    ),
});

export const jsonSimilarity = defineCheck({
  ...ofReference,
  name: "json_similarity",
  title: "JSON similarity",
  description:
    "How alike the answer's JSON is to the reference: the mean over all keys of both, lists place by place or by best match, texts by edits, numbers by relative error; another type counts 0.",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.9"),
  source: "autoevals JSONDiff; Phoenix json-distance",
  options: z.strictObject({
    threshold: threshold(0.9),
    ignore_keys: z.array(z.string()).default([]),
    array_mode: z.enum(["index", "best_match"]).default("index"),
  }),
  evaluate: (subject, { threshold, ignore_keys: ignored, array_mode: mode }) => {
    const reference = referenceJson(subject.expected);
    if (reference === undefined) return skipped("the reference is not JSON");
    const output = subject.text("output");
    const read = output.json.ok ? output.json : parseJson(output.codeBlocks[0]?.code ?? "");
    if (!read.ok) return { kind: "failed", value: 0, explanation: "the answer is not JSON", evidence: [] };
    const compare = { ignored: new Set(ignored), byPosition: mode === "index" };
    return within(similarity(read.value, reference, compare), { min: threshold }, "JSON similarity");
  },
});

export const keyFactsCovered = defineCheck({
  ...ofReference,
  name: "key_facts_covered",
  title: "Key facts covered",
  description:
    "Share of the facts that the answer contains: of the option, or `facts` of the expected result. A fact is a phrase, a list of alternative phrases, or `{regex}`.",
  needs: [],
  output: scored("0..1; pass ≥ 0.9"),
  source: "nugget recall (TREC QA); UpTrain",
  options: z.strictObject({
    facts: z
      .array(z.union([z.string().min(1), z.array(z.string().min(1)).min(1), z.strictObject({ regex: UserPattern })]))
      .max(200)
      .default([]),
    threshold: threshold(0.9),
  }),
  evaluate: (subject, { facts, threshold }) => {
    const given = facts.length > 0 ? facts : factsOf(subject.expected);
    if (given.length === 0) return skipped("no facts are given");
    const shown = ` ${tokensOf(subject.output, true).join(" ")} `;
    const missing = given.filter((fact) => !containsFact(fact, shown, subject.output));
    const outcome = within(1 - missing.length / given.length, { min: threshold }, "share of facts in the answer");
    return outcome.kind === "failed"
      ? { ...outcome, explanation: `missing: ${missing.slice(0, 5).map(nameOf).join("; ")}` }
      : outcome;
  },
});

type Fact = string | readonly string[] | { readonly regex: string };

function factsOf(expected: JsonValue | undefined): readonly Fact[] {
  const given = member(expected, "facts") ?? expected;
  if (!Array.isArray(given)) return [];
  return (given as readonly JsonValue[]).flatMap((each): readonly Fact[] => {
    if (typeof each === "string") return [each];
    if (Array.isArray(each)) return [each.filter((other: JsonValue) => typeof other === "string")];
    const regex = member(each, "regex");
    return typeof regex === "string" && UserPattern.safeParse(regex).success ? [{ regex }] : [];
  });
}

function containsFact(fact: Fact, shown: string, output: string): boolean {
  if (typeof fact === "string") return shown.includes(` ${tokensOf(fact, true).join(" ")} `);
  return "regex" in fact
    ? linearPattern(fact.regex, "i").find(output) !== undefined
    : fact.some((each) => containsFact(each, shown, output));
}

const nameOf = (fact: Fact) => (typeof fact === "string" ? fact : "regex" in fact ? fact.regex : fact.join(" or "));
