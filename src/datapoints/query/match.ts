import { unreachable } from "../../platform/http/unreachable.ts";
import { foldForSearch } from "../text/searched-text.ts";
import type { Filter, Query, Value } from "./ast.ts";
import { type Datum, type FactReader, type Readers, read } from "./facts.ts";
import type { FieldType } from "./field.ts";
import { compilePattern } from "./regex.ts";
import { plainNumber } from "./values.ts";

export type Test<Item> = (item: Item) => boolean;

/**
 * Compiles a query to closures over the values that the readers return. Pure; docs/query.md defines the meaning.
 */
export function compileQuery<Item>(query: Query, readers: Readers<Item>): Test<Item> {
  switch (query.kind) {
    case "all":
      return () => true;
    case "and":
      return every(query.of.map((each) => compileQuery(each, readers)));
    case "or":
      return some(query.of.map((each) => compileQuery(each, readers)));
    case "not": {
      const inner = compileQuery(query.of, readers);
      return (item) => !inner(item);
    }
    case "text": {
      const needle = foldForSearch(query.text);
      const texts = readers.texts;
      return (item) => texts.some((text) => text(item).includes(needle));
    }
    case "filter":
      return compileFilter(query, readers);
    default:
      return unreachable(query);
  }
}

function every<Item>(tests: readonly Test<Item>[]): Test<Item> {
  const [first, second] = tests;
  if (tests.length === 2 && first && second) return (item) => first(item) && second(item);
  return (item) => tests.every((test) => test(item));
}

function some<Item>(tests: readonly Test<Item>[]): Test<Item> {
  const [first, second] = tests;
  if (tests.length === 2 && first && second) return (item) => first(item) || second(item);
  return (item) => tests.some((test) => test(item));
}

function compileFilter<Item>(filter: Filter, readers: Readers<Item>): Test<Item> {
  if (filter.field === "has") {
    const known = filter.values.map((value) => presence(readers.presence(textOf(value))));
    return some(known);
  }
  const { type, facts } = readers.field(filter.field, filter.sub);
  const wanted = anyOf(filter.values.map((value) => comparer(type, filter, value)));
  const matches = (item: Item) => {
    const datum = facts(item);
    if (datum === undefined) return false;
    return isList(datum) ? datum.some(wanted) : wanted(datum);
  };
  return filter.op === ":!=" ? (item) => !matches(item) : matches;
}

function presence<Item>({ facts, type }: { readonly facts: FactReader<Item>; readonly type: FieldType }): Test<Item> {
  return (item) => {
    const datum = facts(item);
    return isList(datum) ? datum.length > 0 : datum !== undefined && !(type === "text" && datum === "");
  };
}

const isList = (datum: Datum): datum is readonly (string | number)[] => typeof datum === "object";

type Compare = (datum: string | number) => boolean;

function anyOf(tests: readonly Compare[]): Compare {
  const [first] = tests;
  return tests.length === 1 && first ? first : (datum) => tests.some((test) => test(datum));
}

function comparer(type: FieldType, { op }: Filter, value: Value): Compare {
  switch (value.kind) {
    case "word":
      return compareWord(type, op, value.text);
    case "glob":
      return compareGlob(type, value.pattern);
    case "number":
      return compareNumber(op, value.value);
    case "range":
      return (datum) => {
        const number = numberOf(datum);
        return number >= value.from && number <= value.to;
      };
    case "time":
      return compareTime(op, value.at, value.until);
    default:
      return unreachable(value);
  }
}

function compareWord(type: FieldType, op: Filter["op"], text: string): Compare {
  if (op === ":~") {
    const found = compilePattern(text, type === "text");
    return (datum) => found(String(datum));
  }
  const folded = foldForSearch(text);
  if (type === "text") return op === ":" ? (datum) => String(datum).includes(folded) : (datum) => datum === folded;
  // The raw texts are compared first: most values are spelled the same way.
  if (op === ":" && (type === "name" || type === "any"))
    return (datum) => datum === text || String(datum).toLowerCase() === folded;
  return (datum) => datum === text;
}

/** Matches the parts between the stars in order: a name as a whole, a text anywhere in it. */
function compareGlob(type: FieldType, pattern: string): Compare {
  const exact = type === "id";
  const whole = (exact ? pattern : pattern.toLowerCase()).split("*");
  const parts = type === "text" ? ["", ...whole, ""] : whole;
  return (datum) => globMatches(parts, exact ? String(datum) : String(datum).toLowerCase());
}

function globMatches(parts: readonly string[], text: string): boolean {
  const head = parts[0] ?? "";
  const tail = parts.at(-1) ?? "";
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  const end = text.length - tail.length;
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

function compareNumber(op: Filter["op"], wanted: number): Compare {
  switch (op) {
    case ":>":
      return (datum) => numberOf(datum) > wanted;
    case ":>=":
      return (datum) => numberOf(datum) >= wanted;
    case ":<":
      return (datum) => numberOf(datum) < wanted;
    case ":<=":
      return (datum) => numberOf(datum) <= wanted;
    default:
      return (datum) => numberOf(datum) === wanted;
  }
}

/** A point is inside `[at, until)`; `<` and `>=` compare with its start, `<=` and `>` with its end. */
function compareTime(op: Filter["op"], at: number, until: number): Compare {
  switch (op) {
    case ":>":
      return (datum) => numberOf(datum) >= until;
    case ":>=":
      return (datum) => numberOf(datum) >= at;
    case ":<":
      return (datum) => numberOf(datum) < at;
    case ":<=":
      return (datum) => numberOf(datum) < until;
    default:
      return (datum) => numberOf(datum) >= at && numberOf(datum) < until;
  }
}

/** Returns NaN, which every comparison rejects, if an application's value is not a number. */
function numberOf(datum: string | number): number {
  if (typeof datum === "number") return datum;
  return plainNumber.test(datum) ? Number(datum) : Number.NaN;
}

const textOf = (value: Value) => (value.kind === "word" ? value.text : "");

/** Returns the item's value for a filter's field as text for people. Not for `has`. */
export function actual<Item>(filter: Filter, readers: Readers<Item>, item: Item): string {
  return read(readers.field(filter.field, filter.sub).facts(item));
}
