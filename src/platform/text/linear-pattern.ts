import { RE2JS } from "re2js";

/** A user's pattern, run in linear time whatever it is (RE2: no look-around, no back-references). */
export interface LinearPattern {
  /** Instructions that it compiled to: what each character of a text may cost. */
  readonly steps: number;
  /** Where it first matches, in UTF-16 code units. */
  readonly find: (text: string) => { readonly start: number; readonly end: number } | undefined;
  /** Whether it matches the whole text. */
  readonly isWhole: (text: string) => boolean;
}

/** Linear in the text is not enough where counted repetitions make every character dear. */
const stepsAtMost = 1000;
const rememberAtMost = 500;
const known = new Map<string, LinearPattern>();

/** Compiles a pattern of JavaScript's or RE2's spelling once; `flags` are of i, m, s. Throws where it is none. */
export function linearPattern(pattern: string, flags = ""): LinearPattern {
  const key = `${flags}/${pattern}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= rememberAtMost) known.clear();
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

/** Why a pattern cannot be used, or undefined. */
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
