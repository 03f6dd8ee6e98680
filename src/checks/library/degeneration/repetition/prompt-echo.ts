import { knownRuns, runsOf } from "../../../../platform/text/runs.ts";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { degeneration } from "../shared-properties.ts";
import { lowerCased } from "./lower-cased.ts";

export const promptEcho = defineCheck({
  ...degeneration,
  name: "prompt_echo",
  title: "Echoes the prompt",
  description: "Share of the answer's runs of `n` words that occur in the user's message or the system prompt.",
  severity: "minor",
  targets: ["input", "output"],
  output: scored("0..1; pass ≤ 0.5", "lower"),
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
      ...runsOf(lowerCased(subject.text("input").words), n),
      ...runsOf(lowerCased(wordsOf(subject.systemPrompt)), n),
    ]);
    if (promptRuns.size === 0) return within(0, { max }, "share of words taken from the prompt");
    const own = runsOf(lowerCased(words), n);
    return within(
      own.filter((run) => promptRuns.has(run)).length / own.length,
      { max },
      "share of words taken from the prompt",
    );
  },
});
