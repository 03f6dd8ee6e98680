import { expect, test } from "vitest";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";

const scores = [...codeChecks.values(), ...judgeChecks.values()].flatMap(({ name, output }) =>
  output.type === "score" ? [{ name, rule: output.rule, direction: output.direction }] : [],
);

test("no score is better on the side on which it fails, and a range has no better side", () => {
  expect(scores.length).toBeGreaterThan(100);
  for (const { name, rule, direction } of scores) {
    const possible = rule.includes("pass in") ? ["neutral"] : [rule.includes("pass ≥") ? "higher" : "lower", "neutral"];
    expect(possible, `${name}: ${rule}`).toContain(direction);
  }
});

test("limits on what is only too much above them, and measures of style, have no direction", () => {
  const neutral = scores.flatMap(({ name, rule, direction }) =>
    direction === "neutral" && !rule.includes("pass in") ? [name] : [],
  );
  expect(neutral.sort()).toEqual([
    "answer_echoes_question_terms",
    "avg_sentence_length",
    "compression_ratio",
    "context_window_utilisation",
    "conversation_turn_count",
    "extractive_density",
    "hedging_density",
    "levenshtein_distance_input",
    "lexical_diversity",
    "markdown_density",
    "max_paragraph_length",
    "max_sentence_length",
    "reasoning_token_share",
    "stopword_share",
    "subagent_depth",
    "text_entropy_low",
    "tool_argument_size",
    "tool_count_in_limit",
    "turn_balance",
    "unique_word_share",
  ]);
});
