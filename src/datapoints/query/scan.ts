import type { Operator, Problem, SourceRange } from "./ast.ts";
import { operators } from "./ast.ts";

export interface Scanner {
  readonly text: string;
  at: number;
  readonly problems: Problem[];
}

export interface Piece {
  readonly text: string;
  readonly quoted: boolean;
  readonly range: SourceRange;
}

const closing: Readonly<Record<string, string>> = { '"': '"', "“": "”" };
const keyPattern = /(?:[\p{L}_][\p{L}\p{N}_\-./@$]*?\."(?:[^"\\]|\\.)*"|[\p{L}_][\p{L}\p{N}_\-./@$]*)(?=:)/uy;
const spacePattern = /\s*/uy;
const wordPattern = /[^\s()"“”]+/uy;
const barePattern = /[^\s()"“”,]+/uy;

export function report(
  scanner: Scanner,
  range: SourceRange,
  problem: { readonly message: string; readonly hint?: string },
): void {
  scanner.problems.push({ range, ...problem });
}

export function skipSpace(scanner: Scanner): void {
  take(scanner, spacePattern);
}

export function take(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at;
  const found = pattern.exec(scanner.text)?.[0];
  if (found === undefined) return undefined;
  scanner.at += found.length;
  return found;
}

/** Returns `AND`, `OR` or `NOT` when it is a separate word in capitals. */
export function peekKeyword(scanner: Scanner): "AND" | "OR" | "NOT" | undefined {
  return /^(AND|OR|NOT)(?![^\s()"“”])/u.exec(scanner.text.slice(scanner.at, scanner.at + 4))?.[1] as "AND" | undefined;
}

/** Reads a key and its colon, and removes the quotes of a quoted part. Reads nothing if there is no key. */
export function takeKey(scanner: Scanner): string | undefined {
  const key = take(scanner, keyPattern);
  if (key === undefined) return undefined;
  const quote = key.indexOf('"');
  return quote < 0 ? key : key.slice(0, quote) + unescape(key.slice(quote + 1, -1));
}

export function takeOperator(scanner: Scanner): Operator {
  const found = operators.find((each) => scanner.text.startsWith(each, scanner.at)) ?? ":";
  scanner.at += found.length;
  return found;
}

export function takeWord(scanner: Scanner): Piece | undefined {
  return takePiece(scanner, wordPattern);
}

/** Reads one value: quoted, or bare up to a space, comma or bracket. */
export function takeValue(scanner: Scanner): Piece | undefined {
  return takePiece(scanner, barePattern);
}

/** Reads a pattern, which can contain brackets and commas; an unopened closing bracket ends it. */
export function takePattern(scanner: Scanner): Piece | undefined {
  const { text, at: start } = scanner;
  if (closing[text[start] ?? ""] !== undefined) return takeQuoted(scanner);
  let open = 0;
  let at = start;
  for (; at < text.length && !/\s/u.test(text[at] ?? ""); at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") open++;
    else if (text[at] === ")" && --open < 0) break;
  }
  scanner.at = Math.min(at, text.length);
  if (scanner.at === start) return undefined;
  return { text: text.slice(start, scanner.at), quoted: false, range: { start, end: scanner.at } };
}

function takePiece(scanner: Scanner, pattern: RegExp): Piece | undefined {
  const start = scanner.at;
  if (closing[scanner.text[start] ?? ""] !== undefined) return takeQuoted(scanner);
  const text = take(scanner, pattern);
  return text === undefined ? undefined : { text, quoted: false, range: { start, end: scanner.at } };
}

/** Inside quotes `\"` is a quote and `\\` a backslash; every other character is literal. */
function takeQuoted(scanner: Scanner): Piece {
  const { text, at: start } = scanner;
  const close = closing[text[start] ?? ""] ?? '"';
  let end = start + 1;
  while (end < text.length && text[end] !== close) end += text[end] === "\\" ? 2 : 1;
  const range = { start, end: Math.min(end + 1, text.length) };
  if (end >= text.length)
    report(scanner, range, {
      message: "the quote is never closed",
      hint: 'put a " at the end; inside quotes write \\" for a quote',
    });
  scanner.at = range.end;
  const piece = { text: unescape(text.slice(start + 1, Math.min(end, text.length))), quoted: true, range };
  if (/[^\s(),]/u.test(text[scanner.at] ?? " "))
    report(
      scanner,
      { start: scanner.at, end: scanner.at + 1 },
      { message: "a space is missing after the closing quote" },
    );
  return piece;
}

function unescape(text: string): string {
  return text.replace(/\\(["“”\\])/gu, "$1");
}
