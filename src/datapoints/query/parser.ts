import type { Problem, Query } from "./ast.ts";
import { type FieldSet, findField } from "./field.ts";
import { datapointFields } from "./fields.ts";
import { type PatternProblem, parseFilter } from "./parse-filter.ts";
import { peekKeyword, report, type Scanner, skipSpace, takeKey, takeWord } from "./scan.ts";

const queryLength = 4000;
const queryDepth = 20;

export interface ParseOptions {
  /** Unix milliseconds; base of relative times such as `now-1h`. */
  readonly now: number;
  /** Allowed fields; datapoint fields by default. */
  readonly fields?: FieldSet;
}

export interface ParserOptions extends ParseOptions {
  /** Returns why a pattern is refused; undefined if it is valid. */
  readonly patternProblem: (pattern: string) => PatternProblem | undefined;
}

export interface Parsed {
  /** The parsed clauses. Do not run it while there are problems: clauses with a problem are omitted. */
  readonly query: Query;
  readonly problems: readonly Problem[];
}

/**
 * Parses like `parseQuery` without bundling a pattern engine, which is large: a browser loads it when a pattern
 * is typed.
 */
export function parse(text: string, { now, fields = datapointFields, patternProblem }: ParserOptions): Parsed {
  const scanner: Scanner = { text: text.toWellFormed(), at: 0, problems: [] };
  if (text.length > queryLength) {
    report(
      scanner,
      { start: queryLength, end: text.length },
      { message: `a query has at most ${queryLength} characters` },
    );
    return { query: { kind: "all" }, problems: scanner.problems };
  }
  const parser: Parser = { scanner, fields, now, patternProblem, depth: 0 };
  const parts: Query[] = [];
  for (skipSpace(scanner); scanner.at < scanner.text.length; skipSpace(scanner)) {
    const part = parseOr(parser);
    if (part) parts.push(part);
    if (scanner.text[scanner.at] !== ")") continue;
    report(
      scanner,
      { start: scanner.at, end: scanner.at + 1 },
      {
        message: "this bracket closes nothing",
        hint: "remove it, or put quotes around it",
      },
    );
    scanner.at++;
  }
  return { query: join("and", parts) ?? { kind: "all" }, problems: scanner.problems };
}

/** Flattens nested lists of the same kind; a list of one becomes its element. */
export function join(kind: "and" | "or", parts: readonly Query[]): Query | undefined {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  return of.length > 1 ? { kind, of } : of[0];
}

interface Parser {
  readonly scanner: Scanner;
  readonly fields: FieldSet;
  readonly now: number;
  readonly patternProblem: ParserOptions["patternProblem"];
  depth: number;
}

function parseOr(parser: Parser): Query | undefined {
  const { scanner } = parser;
  const parts = [parseAnd(parser)];
  while (peekKeyword(scanner) === "OR") {
    const range = { start: scanner.at, end: scanner.at + 2 };
    scanner.at += 2;
    skipSpace(scanner);
    if (ends(scanner) || peekKeyword(scanner) === "OR" || peekKeyword(scanner) === "AND")
      report(scanner, range, { message: "OR has nothing on its right", hint: 'to search for the word write "OR"' });
    else parts.push(parseAnd(parser));
  }
  return join(
    "or",
    parts.filter((part) => part !== undefined),
  );
}

function parseAnd(parser: Parser): Query | undefined {
  const { scanner } = parser;
  const parts: Query[] = [];
  let before = false;
  for (skipSpace(scanner); !ends(scanner); skipSpace(scanner)) {
    const keyword = peekKeyword(scanner);
    const range = { start: scanner.at, end: scanner.at + (keyword?.length ?? 0) };
    if (keyword === "OR") {
      if (before) break;
      report(scanner, range, { message: "OR has nothing on its left", hint: 'to search for the word write "OR"' });
      scanner.at += 2;
      continue;
    }
    if (keyword === "AND") {
      scanner.at += 3;
      skipSpace(scanner);
      if (!before || ends(scanner) || /^(AND|OR)$/.test(peekKeyword(scanner) ?? ""))
        report(scanner, range, {
          message: `AND has nothing on its ${before ? "right" : "left"}`,
          hint: 'to search for the word write "AND"',
        });
      continue;
    }
    const part = parseNot(parser);
    before = true;
    if (part) parts.push(part);
  }
  return join("and", parts);
}

function parseNot(parser: Parser): Query | undefined {
  const { scanner } = parser;
  const start = scanner.at;
  const keyword = peekKeyword(scanner) === "NOT";
  if (!keyword && !/[-!]/.test(scanner.text[start] ?? "")) return parsePrimary(parser);
  scanner.at += keyword ? 3 : 1;
  const operator = scanner.text.slice(start, scanner.at);
  if (keyword) skipSpace(scanner);
  if (ends(scanner) || /\s/u.test(scanner.text[scanner.at] ?? "")) {
    report(
      scanner,
      { start, end: scanner.at },
      {
        message: `${operator} has nothing to exclude`,
        hint: `write it right before what to exclude, or "${operator}" to search for it`,
      },
    );
    return undefined;
  }
  if (!deeper(parser)) return undefined;
  const of = parseNot(parser);
  parser.depth--;
  return of && { kind: "not", of };
}

function parsePrimary(parser: Parser): Query | undefined {
  const { scanner } = parser;
  const start = scanner.at;
  if (scanner.text[start] === "(") return parseGroup(parser);
  const key = takeKey(scanner);
  if (key !== undefined) {
    // A URL is searched for literally.
    if (!scanner.text.startsWith("://", scanner.at) || findField(parser.fields, key))
      return parseFilter(parser, key, start);
    scanner.at = start;
  }
  const word = takeWord(scanner);
  if (!word) {
    report(scanner, { start, end: start + 1 }, { message: "this quote opens nothing", hint: 'use " on both sides' });
    scanner.at++;
    return undefined;
  }
  const wrong = word.quoted ? undefined : mistakenWord(word.text, parser.fields);
  if (wrong) report(scanner, word.range, wrong);
  if (word.text === "") report(scanner, word.range, { message: "there is nothing between the quotes" });
  return wrong || word.text === "" ? undefined : { kind: "text", text: word.text, range: word.range };
}

/** Recognizes common mistakes: `latency>2s`, `&&`, `:x`, `or`. */
function mistakenWord(word: string, fields: FieldSet): { readonly message: string; readonly hint: string } | undefined {
  if (word === "&&" || word === "||")
    return { message: `${word} is not an operator`, hint: `write ${word === "&&" ? "AND" : "OR"}` };
  if (word === "or" || word === "and" || word === "not")
    return {
      message: `${word} is an operator only in capitals`,
      hint: `write ${word.toUpperCase()}, or "${word}" for the word`,
    };
  if (word.startsWith(":"))
    return { message: "a field name is missing before the colon", hint: "write it without a space: model:gpt-4o" };
  const compared = /^([\p{L}_][\p{L}\p{N}_.]*)(>=|<=|!=|=|>|<|~)(.+)$/u.exec(word);
  if (!compared || !findField(fields, compared[1] ?? "")) return undefined;
  return {
    message: "a colon is missing before the operator",
    hint: `did you mean ${compared[1]}:${compared[2]}${compared[3]}? Put quotes around it to search for the text`,
  };
}

function parseGroup(parser: Parser): Query | undefined {
  const { scanner } = parser;
  const start = scanner.at++;
  if (!deeper(parser)) return undefined;
  const before = scanner.problems.length;
  const inner = parseOr(parser);
  parser.depth--;
  if (scanner.text[scanner.at] === ")") {
    scanner.at++;
    if (!inner && scanner.problems.length === before)
      report(scanner, { start, end: scanner.at }, { message: "there is nothing between the brackets" });
  } else
    report(scanner, { start, end: start + 1 }, { message: "the bracket is never closed", hint: "put a ) at the end" });
  return inner;
}

function deeper(parser: Parser): boolean {
  if (parser.depth++ < queryDepth) return true;
  const { scanner } = parser;
  report(
    scanner,
    { start: scanner.at, end: scanner.text.length },
    { message: `more than ${queryDepth} levels of brackets and NOT` },
  );
  scanner.at = scanner.text.length;
  parser.depth--;
  return false;
}

function ends({ text, at }: Scanner): boolean {
  return at >= text.length || text[at] === ")";
}
