import jsonata from "jsonata";
import { messageOf } from "../../../../platform/failure.ts";
import type { ParsingAnswer } from "./questions.ts";

/** What a JSONata expression makes of a value, as JSON text; a problem where it is none or throws. */
export async function evaluateJsonata(expression: string, json: string): Promise<ParsingAnswer> {
  try {
    const result: unknown = await jsonata(expression).evaluate(JSON.parse(json));
    return { problems: [], result: JSON.stringify(result) ?? "undefined" };
  } catch (thrown) {
    return { problems: [problemOf(thrown)] };
  }
}

/** Whether a JavaScript pattern compiles, matches its samples and nothing it must not. It may never end: ask with a limit. */
export function tryPattern(pattern: string, positives: readonly string[], negatives: readonly string[]): ParsingAnswer {
  try {
    const compiled = new RegExp(pattern, "u");
    const missed = positives
      .filter((sample) => !compiled.test(sample))
      .map((sample) => `does not match “${sample.slice(0, 60)}”`);
    const wrong = negatives
      .filter((sample) => compiled.test(sample))
      .map((sample) => `matches “${sample.slice(0, 60)}”`);
    for (const text of hostile(pattern)) compiled.test(text);
    return { problems: [...missed, ...wrong] };
  } catch (thrown) {
    return { problems: [problemOf(thrown)] };
  }
}

/** Repetitions of what the pattern itself names, never ended as it wants: what a pattern that backtracks is slow on. */
function hostile(pattern: string): readonly string[] {
  const units = new Set(["a", "0", " ", "ab", "a0", "-", ".", ...(pattern.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 20)]);
  return [...units].flatMap((unit) => [`${unit.repeat(40)}\u0000`, `x${unit.repeat(2000)}\u0000`]);
}

const problemOf = (thrown: unknown) =>
  typeof thrown === "object" && thrown !== null && "message" in thrown
    ? String(thrown.message).slice(0, 200)
    : messageOf(thrown);
