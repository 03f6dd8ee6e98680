import { RE2JS } from "re2js";
import type { RedactionPattern } from "../../datapoints/index.ts";

/** Steps of all patterns of a project for each character of a text, at most: 1,000 took 15 to 30 µs of CPU. */
const maxSteps = 1000;
/** Time for each character of texts made from the pattern, for one pattern and for all together. */
const maxNsPerCharacter = { each: 2000, all: 5000 } as const;
const probeCharacters = 2000;
const maxAlphabet = 10;
const repeatedRuns = 10;

/** Returns why the patterns would cost too much by their size, before any is run. */
export function costProblem(patterns: readonly RedactionPattern[]): string | undefined {
  const steps = patterns.map(({ name, pattern }) => ({ name, count: RE2JS.compile(pattern).programSize() }));
  const total = steps.reduce((sum, { count }) => sum + count, 0);
  const [largest] = steps.toSorted((one, other) => other.count - one.count);
  if (total <= maxSteps || !largest) return undefined;
  return (
    `the patterns take ${total} steps for each character of a text, at most ${maxSteps} are allowed: ` +
    `"${largest.name}" takes ${largest.count}. Use smaller repetitions, such as \\d+ instead of \\d{0,900}`
  );
}

/**
 * Runs each pattern on texts that are made from its own characters, where a matcher does the most work, and returns why
 * the patterns cost too much. `onPattern` is called before each, with its name.
 */
export function probePatterns(
  patterns: readonly RedactionPattern[],
  { cpuMs, onPattern }: { readonly cpuMs: () => number; readonly onPattern: (name: string) => void },
): string | undefined {
  let all = 0;
  for (const { name, pattern } of patterns) {
    onPattern(name);
    const compiled = RE2JS.compile(pattern);
    let slowest = 0;
    for (const text of hostileTexts(pattern)) {
      const nsPerCharacter = (runs: number) => {
        const from = cpuMs();
        for (let run = 0; run < runs; run++) for (const matcher = compiled.matcher(text); matcher.find(); );
        return ((cpuMs() - from) * 1e6) / (text.length * runs);
      };
      // The CPU clock may advance in steps of 4 ms, and the first run compiles: what looks slow is measured again.
      const first = nsPerCharacter(1);
      slowest = Math.max(slowest, first > maxNsPerCharacter.each / 4 ? nsPerCharacter(repeatedRuns) : first);
      if (slowest > maxNsPerCharacter.each) break;
    }
    all += slowest;
    if (slowest > maxNsPerCharacter.each || all > maxNsPerCharacter.all)
      return (
        `the pattern "${name}" takes up to ${(slowest / 1000).toFixed(1)} µs for each character of a text ` +
        `made for it; the limit is ${maxNsPerCharacter.each / 1000} µs, and ${maxNsPerCharacter.all / 1000} µs for all patterns`
      );
  }
  return undefined;
}

/** Texts of the pattern's own characters: each alone, alternating, and in a fixed irregular order. */
function hostileTexts(pattern: string): readonly string[] {
  const alphabet = alphabetOf(pattern);
  const pairs = alphabet.slice(1).map((character, index) => `${alphabet[index]}${character}`);
  const irregular = Array.from(
    { length: probeCharacters },
    (_, at) => alphabet[(at * 7919 + (at >> 3)) % alphabet.length],
  );
  return [...alphabet, ...pairs, pattern]
    .map((piece) => piece.repeat(Math.ceil(probeCharacters / piece.length)).slice(0, probeCharacters))
    .concat(irregular.join(""));
}

function alphabetOf(pattern: string): readonly string[] {
  const classes = [
    [/\\d/, "07"],
    [/\\w/, "aZ0_"],
    [/\\s/, " \n"],
    [/\\[pP]/, "éЖ"],
    [/\./, "x-"],
  ] as const;
  const ofClasses = classes.flatMap(([isUsed, members]) => (isUsed.test(pattern) ? Array.from(members) : []));
  const literal = Array.from(pattern.replace(/\\[dwspPbB]|\{\d*,?\d*\}/g, "")).filter((each) =>
    /[\p{L}\p{N} @:/_-]/u.test(each),
  );
  const all = [...new Set([...literal, ...ofClasses])].slice(0, maxAlphabet);
  return all.length === 0 ? ["a", "0"] : all;
}
