import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";

/** A user's pattern, run in linear time (RE2: no look-around, no back references). */
export interface LinearPattern {
  /** Number of compiled instructions: the maximum cost of each character of a text. */
  readonly steps: number;
  /** Returns the first match, in UTF-16 code units. */
  readonly find: (text: string) => { readonly start: number; readonly end: number } | undefined;
  /** Whether it matches the whole text. */
  readonly isWhole: (text: string) => boolean;
}

/** Linear time is not enough if counted repetitions make every character expensive. */
const stepsAtMost = 1000;
const known = new LRUCache<string, LinearPattern>({ max: 500 });

/** Compiles a pattern in JavaScript's or RE2's syntax; `flags` are of i, m, s. Throws if it is invalid. */
export function linearPattern(pattern: string, flags = ""): LinearPattern {
  const key = `${flags}/${pattern}`;
  const before = known.get(key);
  if (before) return before;
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), bitsOf(flags));
  const made: LinearPattern = {
    steps: compiled.programSize(),
    find: (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
    },
    isWhole: (text) => compiled.matcher(text).matches(),
  };
  known.set(key, made);
  return made;
}

export function linearPatternProblem(pattern: string): string | undefined {
  try {
    const { steps } = linearPattern(pattern);
    return steps > stepsAtMost ? `it takes ${steps} steps, at most ${stepsAtMost}: repeat less often` : undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

function bitsOf(flags: string): number {
  return (
    (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes("m") ? RE2JS.MULTILINE : 0) |
    (flags.includes("s") ? RE2JS.DOTALL : 0)
  );
}
