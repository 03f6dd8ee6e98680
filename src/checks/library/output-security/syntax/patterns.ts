import jsonata from "jsonata";
import { messageOf } from "../../../../platform/failure.ts";
import type { ParsingAnswer } from "./parser.ts";

/** Returns the result of a JSONata expression as JSON text, or a problem if it is invalid or throws. */
export async function evaluateJsonata(expression: string, json: string): Promise<ParsingAnswer> {
  try {
    const result: unknown = await jsonata(expression).evaluate(JSON.parse(json));
    return { problems: [], result: JSON.stringify(result) ?? "undefined" };
  } catch (thrown) {
    return { problems: [problemOf(thrown)] };
  }
}

/**
 * Checks that a JavaScript pattern compiles, matches its positive samples and none of the negative ones. May
 * never end, so call it with a timeout.
 */
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

/** Returns repetitions of parts of the pattern without a matching end, on which a backtracking pattern is slow. */
function hostile(pattern: string): readonly string[] {
  const units = new Set(["a", "0", " ", "ab", "a0", "-", ".", ...(pattern.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 20)]);
  return [...units].flatMap((unit) => [`${unit.repeat(40)}\u0000`, `x${unit.repeat(2000)}\u0000`]);
}

const problemOf = (thrown: unknown) =>
  typeof thrown === "object" && thrown !== null && "message" in thrown
    ? String(thrown.message).slice(0, 200)
    : messageOf(thrown);
