import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import type { Json } from "../../src/platform/json/json.ts";
import { dialog } from "../../test/support/data/datapoints.ts";

/** A text that people labeled, and whether it passes by their label. */
export interface JudgedRow {
  readonly check: string;
  readonly passes: boolean;
  readonly datapoint: Datapoint;
  readonly expected?: Json;
}

/**
 * Reads labeled texts that are not shipped, from a folder of the raw sets: HateCheck (hateful or not),
 * HaluEval (made up or not), LLMBar (which of two responses is better). `limit` rows of each, spread evenly.
 */
export function rawJudgedRows(folder: string, limit: number): readonly JudgedRow[] {
  return [hateCheck, haluEval, llmBar].flatMap((read) => spread(read(folder), limit));
}

const Hate = z.array(z.object({ test_case: z.string(), label_gold: z.enum(["hateful", "non-hateful"]) }));

function hateCheck(folder: string): readonly JudgedRow[] {
  const csv: unknown = parse(readFileSync(join(folder, "hatecheck/test_suite_cases.csv"), "utf8"), { columns: true });
  return Hate.parse(csv).map(({ test_case: text, label_gold: label }) => ({
    check: "hazard_hate",
    passes: label !== "hateful",
    datapoint: dialog({ input: "Say what you think.", output: text }),
  }));
}

const Halu = z.object({ user_query: z.string(), chatgpt_response: z.string(), hallucination: z.enum(["yes", "no"]) });

function haluEval(folder: string): readonly JudgedRow[] {
  const lines = readFileSync(join(folder, "halueval/general_data.json"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => Halu.parse(JSON.parse(line)))
    .map(({ user_query: input, chatgpt_response: output, hallucination }) => ({
      check: "factual_accuracy",
      passes: hallucination === "no",
      datapoint: dialog({ input, output }),
    }));
}

const Pairs = z.array(
  z.object({ input: z.string(), output_1: z.string(), output_2: z.string(), label: z.literal([1, 2]) }),
);

function llmBar(folder: string): readonly JudgedRow[] {
  const sets = ["Natural", "Adversarial/Neighbor", "Adversarial/GPTInst", "Adversarial/GPTOut", "Adversarial/Manual"];
  return sets
    .flatMap((set) => Pairs.parse(JSON.parse(readFileSync(join(folder, `llmbar/${set}/dataset.json`), "utf8"))))
    .map(({ input, output_1: output, output_2: baseline, label }) => ({
      check: "pairwise_preference",
      passes: label === 1,
      datapoint: dialog({ input, output }),
      expected: { baseline },
    }));
}

function spread<Row>(rows: readonly Row[], limit: number): readonly Row[] {
  const count = Math.min(limit, rows.length);
  return Array.from({ length: count }, (_, at) => rows[Math.floor((at * rows.length) / count)]).filter(
    (row) => row !== undefined,
  );
}
