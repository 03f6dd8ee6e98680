import { parseJson } from "../../../../platform/json/json.ts";
import { jsonSimilarity as similarity } from "../../../../platform/json/json-similarity.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../../definition.ts";
import { ofReference } from "../reference.ts";
import { referenceJson } from "../reference-json.ts";

export const jsonSimilarity = defineCheck({
  ...ofReference,
  name: "json_similarity",
  title: "JSON similarity",
  description:
    "How alike the answer's JSON is to the reference: the mean over all keys of both, lists place by place or by best match, texts by edits, numbers by relative error; another type counts 0.",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.9", "higher"),
  source: "autoevals JSONDiff; Phoenix json-distance",
  options: z.strictObject({
    threshold: shareOption(0.9),
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
