/**
 * Finds the words that this project does not use: in identifiers, comments, strings, documentation and file names.
 * Run by `npm run check:words`. An exception names a path, the terms and a reason (words/exceptions.ts).
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { exceptions } from "./words/exceptions.ts";
import { piecesOf } from "./words/scan.ts";
import { identifierTerms, proseTerms, type Term } from "./words/terms.ts";

interface Found {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly use: string;
}

const text = /\.([cm]?[jt]sx?|md|css|html|py|toml|ya?ml|sh)$/;
/** Recorded data and generated files, and the lists of the terms themselves. */
const skipped = /^(test\/fixtures\/|scripts\/words\/|docs\/checks\/|CHANGELOG\.md$|sdk\/.*\/api\.(ts|py)$)/;

const patternOf = (terms: readonly Term[], before: string, after: string) =>
  terms.map(({ term, use }) => ({ pattern: new RegExp(`${before}(${term})${after}`, "gi"), use }));
const inProse = patternOf(proseTerms, "(?<![\\w-])", "(?![\\w-])");
const inNames = patternOf(identifierTerms, "(?<![a-z])", "(?![a-z])");

const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase();

function* foundIn(path: string): Generator<Found> {
  for (const found of matches(inNames, wordsOf(path))) yield { path, line: 1, ...found };
  for (const piece of piecesOf(path, readFileSync(path, "utf8"))) {
    const isName = piece.kind === "identifier";
    for (const found of matches(isName ? inNames : inProse, isName ? wordsOf(piece.text) : piece.text))
      yield { path, line: piece.line, ...found };
  }
}

function* matches(patterns: typeof inProse, words: string): Generator<{ word: string; use: string }> {
  for (const { pattern, use } of patterns)
    for (const [, word = ""] of words.matchAll(pattern)) yield { word: word.trim().toLowerCase(), use };
}

const isExcepted = ({ path, word }: Found): boolean =>
  exceptions.some((exception) => path.startsWith(exception.path) && (exception.terms?.includes(word) ?? true));

const files = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1e8 }).trim().split("\n");
const found = files.filter((path) => text.test(path) && !skipped.test(path)).flatMap((path) => [...foundIn(path)]);
const left = found.filter((one) => !isExcepted(one));
for (const { path, line, word, use } of left) console.log(`${path}:${line}: "${word}" (use: ${use})`);
if (left.length > 0) console.log(`${left.length} words that docs/contributing/vocabulary.md replaces`);
process.exitCode = left.length > 0 ? 1 : 0;
