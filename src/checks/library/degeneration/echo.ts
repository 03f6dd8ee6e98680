import { deflateRawSync } from "node:zlib";
import { z } from "zod";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { knownRuns, runSimilarity, runsOf } from "../../../platform/text/runs.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, usually } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Degeneration and hygiene" } as const;

export const textEntropyLow = defineCheck({
  ...common,
  name: "text_entropy_low",
  title: "Compressible degenerate text",
  description:
    "Bytes of the answer divided by its bytes after deflate: above the limit it is nearly one repeated block.",
  severity: "minor",
  costClass: "medium",
  output: scored("ratio; pass ≤ 4"),
  source: "Whisper compression_ratio_threshold (Radford et al. 2022)",
  options: z.strictObject({
    max: z.number().positive().default(4),
    min_bytes: z.int().positive().default(400),
  }),
  evaluate: (subject, { max, min_bytes: minBytes }) => {
    const bytes = Buffer.from(subject.text("output").text);
    if (bytes.length < minBytes) return skipped(`fewer than ${minBytes} bytes`);
    return within(bytes.length / deflateRawSync(bytes).length, { max }, "compression ratio");
  },
});

export const promptEcho = defineCheck({
  ...common,
  name: "prompt_echo",
  title: "Echoes the prompt",
  description: "Share of the answer's runs of `n` words that occur in the user's message or the system prompt.",
  severity: "minor",
  targets: ["input", "output"],
  output: scored("0..1; pass ≤ 0.5"),
  source: "degenerate generation; prompt leaks",
  options: z.strictObject({
    n: z.int().min(1).max(20).default(8),
    max: z.number().min(0).max(1).default(0.5),
    min_words: z.int().positive().default(20),
  }),
  evaluate: (subject, { n, max, min_words: minWords }) => {
    const { words } = subject.text("output");
    if (words.length < Math.max(minWords, n)) return skipped(`fewer than ${Math.max(minWords, n)} words`);
    const promptRuns = knownRuns([
      ...runsOf(lower(subject.text("input").words), n),
      ...runsOf(lower(wordsOf(subject.systemPrompt)), n),
    ]);
    if (promptRuns.size === 0) return within(0, { max }, "share of words taken from the prompt");
    const own = runsOf(lower(words), n);
    return within(
      own.filter((run) => promptRuns.has(run)).length / own.length,
      { max },
      "share of words taken from the prompt",
    );
  },
});

export const selfRepetitionAcrossTurns = defineCheck({
  ...common,
  name: "self_repetition_across_turns",
  title: "Repeats an earlier answer",
  description:
    "How alike this answer is to the most similar earlier one of the conversation (Jaccard similarity of runs of `n` words; answers of 15 and more words).",
  severity: "major",
  costClass: "medium",
  targets: ["conversation"],
  output: scored("0..1; pass ≤ 0.8"),
  source: "dialogue repetition (Li et al. 2016); Okareo loop class",
  options: z.strictObject({
    max: z.number().min(0).max(1).default(0.8),
    n: z.int().min(1).max(20).default(5),
  }),
  evaluate: (subject, { max, n }) => {
    const words = lower(subject.text("output").words);
    const earlier = subject.datapoint.input
      .filter(({ role }) => role === "assistant")
      .slice(-20)
      .map((message) => lower(wordsOf(textOf(message).slice(0, 65_536))))
      .filter((each) => each.length >= 15);
    if (words.length < 15 || earlier.length === 0)
      return skipped("there are fewer than two answers of 15 or more words");
    const most = Math.max(...earlier.map((each) => runSimilarity(words, each, n)));
    return within(most, { max }, "similarity to an earlier answer");
  },
});

const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());
