import { nearest } from "../../platform/nearest.ts";
import type { Operator, Query, Value } from "./ast.ts";
import { type Field, type FieldSet, type FieldType, findField } from "./field.ts";
import { datapointFields } from "./fields.ts";
import {
  type Piece,
  peekKeyword,
  report,
  type Scanner,
  skipSpace,
  take,
  takeOperator,
  takePattern,
  takeValue,
} from "./scan.ts";
import { plainNumber, type Read, readEnum, readNumber, readTime } from "./values.ts";

export interface PatternProblem {
  readonly message: string;
  readonly hint?: string;
}

interface Context {
  readonly scanner: Scanner;
  readonly fields: FieldSet;
  readonly now: number;
  readonly patternProblem: (pattern: string) => PatternProblem | undefined;
}

/** Parses a filter after its key. A filter with a problem is consumed whole and omitted. */
export function parseFilter(context: Context, key: string, start: number): Query | undefined {
  const { scanner, fields } = context;
  const keyRange = { start, end: scanner.at };
  const before = scanner.problems.length;
  const op = takeOperator(scanner);
  const operatorRange = { start: keyRange.end, end: scanner.at };
  skipSpace(scanner);
  const pieces = op === ":~" ? onePattern(scanner) : takeValues(scanner);
  const range = { start, end: scanner.at };
  const found = findField(fields, key);
  if (!found) {
    report(scanner, keyRange, unknownField(fields, key));
    return undefined;
  }
  const { field, sub } = found;
  const allowed = operatorsOf[field.type];
  if (!allowed.includes(op)) {
    report(scanner, operatorRange, {
      message: `${field.key} cannot be compared with ${op}`,
      hint: `use ${allowed.join(" ")}`,
    });
    return undefined;
  }
  if (pieces.length === 0 && scanner.problems.length === before)
    report(scanner, range, { message: `a value is missing after ${key}${op}`, hint: exampleOf(field) });
  if (pieces.length > 1 && /[<>]/.test(op))
    report(scanner, range, { message: `${op} takes one value`, hint: "use a range a..b, or two filters" });
  const values: Value[] = [];
  for (const piece of pieces) {
    const read = readValue({ ...context, field, op }, piece);
    if ("value" in read) values.push(read.value);
    else report(scanner, piece.range, read);
  }
  if (scanner.problems.length > before) return undefined;
  return { kind: "filter", field: field.key, ...(sub === undefined ? {} : { sub }), op, values, range };
}

const equality = [":", ":=", ":!="] as const;
const comparison = [":>", ":>=", ":<", ":<="] as const;
const operatorsOf: Readonly<Record<FieldType, readonly Operator[]>> = {
  enum: equality,
  id: [...equality, ":~"],
  name: [...equality, ":~"],
  text: [...equality, ":~"],
  number: [...equality, ...comparison],
  time: [...equality, ...comparison],
  any: [...equality, ...comparison, ":~"],
  field: [":"],
};

function onePattern(scanner: Scanner): readonly Piece[] {
  const piece = takePattern(scanner);
  return piece ? [piece] : [];
}

/** Reads a value, comma-separated values, or a list in brackets. */
function takeValues(scanner: Scanner): readonly Piece[] {
  if (peekKeyword(scanner)) return [];
  if (scanner.text[scanner.at] === "(") return takeList(scanner);
  const pieces: Piece[] = [];
  for (let piece = takeValue(scanner); ; piece = takeValue(scanner)) {
    if (piece) pieces.push(piece);
    else if (scanner.text[scanner.at] === "," || pieces.length > 0)
      report(
        scanner,
        { start: scanner.at, end: scanner.at },
        {
          message: "a value is missing next to the comma",
          hint: "put quotes around a value that holds a comma",
        },
      );
    if (scanner.text[scanner.at] !== ",") return pieces;
    scanner.at++;
  }
}

function takeList(scanner: Scanner): readonly Piece[] {
  const start = scanner.at++;
  const pieces: Piece[] = [];
  for (let separated = true; ; ) {
    skipSpace(scanner);
    const at = scanner.at;
    if (scanner.text[at] === ")") {
      scanner.at++;
      if (pieces.length === 0) report(scanner, { start, end: scanner.at }, { message: "the list is empty" });
      return pieces;
    }
    if (take(scanner, /,|OR(?![^\s()",])/y)) {
      separated = true;
      continue;
    }
    const piece = takeValue(scanner);
    if (!piece) {
      report(
        scanner,
        { start, end: start + 1 },
        { message: "the list of values is never closed", hint: "put a ) behind it" },
      );
      scanner.at = scanner.text.length;
      return pieces;
    }
    if (!separated)
      report(scanner, piece.range, {
        message: "separate the values of a list by a comma or OR",
        hint: "write (a, b) or (a OR b)",
      });
    pieces.push(piece);
    separated = false;
  }
}

interface Reading extends Pick<Context, "fields" | "now" | "patternProblem"> {
  readonly field: Field;
  readonly op: Operator;
}

function readValue(reading: Reading, { text, quoted }: Piece): Read {
  const { field, op, fields, now } = reading;
  if (!quoted && op === ":" && text.startsWith("!"))
    return {
      message: "a value does not begin with !",
      hint: `to exclude write -${field.key}:${text.slice(1)}, or put quotes around it`,
    };
  switch (field.type) {
    case "enum":
      return readEnum(field, text);
    case "number":
      return single(readNumber(field.unit ?? "plain", text), op);
    case "time":
      return single(readTime(text, now), op);
    case "field":
      return readField(fields, text);
    case "any":
      if (comparison.some((each) => each === op)) return single(readNumber("plain", text), op);
      return op === ":" && !quoted && isPlainRange(text)
        ? readNumber("plain", text)
        : readText(reading, { text, quoted });
    default:
      return readText(reading, { text, quoted });
  }
}

function readText({ field, op, patternProblem }: Reading, { text, quoted }: Pick<Piece, "text" | "quoted">): Read {
  if (op === ":~") return patternProblem(text) ?? { value: { kind: "word", text } };
  if (text === "" && field.type === "text")
    return { message: "every text holds the empty text", hint: `to test whether there is one write has:${field.key}` };
  if (quoted || !text.includes("*")) return { value: { kind: "word", text } };
  if (op === ":") return { value: { kind: "glob", pattern: text } };
  return {
    message: `* is a literal character after ${op}`,
    hint: `use ${field.key}:${text} to match a pattern, or put quotes around it`,
  };
}

function readField(fields: FieldSet, text: string): Read {
  const found = findField(fields, text);
  const present = found && canBeAbsent(found.field) ? found : undefined;
  if (!present) {
    const names = fields.flatMap((each) => (canBeAbsent(each) && !each.sub ? [each.key] : []));
    const near = nearest(text.toLowerCase(), names);
    return {
      message: `“${text}” is not a field that can be there or not`,
      hint: near ? `did you mean has:${near}?` : `use one of ${names.join(", ")}`,
    };
  }
  return {
    value: {
      kind: "word",
      text: present.sub === undefined ? present.field.key : `${present.field.key}.${present.sub}`,
    },
  };
}

function canBeAbsent({ type, key }: Field): boolean {
  return type !== "field" && key !== "is" && key !== "check" && key !== "score";
}

/** Comparisons with < and > need a single value, not a range. */
function single(read: Read, op: Operator): Read {
  if (!/[<>]/.test(op) || !("value" in read)) return read;
  const ranged = read.value.kind === "range" || (read.value.kind === "time" && read.value.text.includes(".."));
  return ranged ? { message: `${op} takes one value, not a range`, hint: "use : with a range" } : read;
}

function isPlainRange(text: string): boolean {
  const [from, to, ...rest] = text.split("..");
  return rest.length === 0 && plainNumber.test(from ?? "") && plainNumber.test(to ?? "");
}

function unknownField(fields: FieldSet, key: string): { readonly message: string; readonly hint: string } {
  const elsewhere = findField(datapointFields, key);
  if (elsewhere?.field.afterChecks)
    return {
      message: `${key} is known only after ${elsewhere.field.key.startsWith("feedback") ? "the call was stored" : "checks have run"}`,
      hint: "you can search for it, but a monitor's condition cannot use it",
    };
  const prefix = fields.find(
    (each) => each.sub && [each.key, ...each.aliases].includes(key.toLowerCase().replace(/\.$/, "")),
  );
  if (prefix) return { message: `${key} needs a name behind it`, hint: `write ${prefix.key}.name:value` };
  const names = fields.flatMap((each) => (each.sub ? [] : [each.key, ...each.aliases]));
  const near = nearest(key.toLowerCase(), names);
  const open = fields.some((each) => each.key === "attr") ? `; an attribute is attr.${key}` : "";
  return {
    message: `there is no field ${key}`,
    hint: `${near ? `did you mean ${near}?` : `put quotes around it to search for the text`}${open}`,
  };
}

function exampleOf(field: Field): string {
  const [first] = Object.keys(field.values ?? {});
  const name = field.sub ? `${field.key}.name` : field.key;
  return field.type === "number" ? `write for example ${name}:>1` : `write for example ${name}:${first ?? "value"}`;
}
