import { unreachable } from "../../platform/http/unreachable.ts";
import type { Filter, Query, Value } from "./ast.ts";

/** Prints a query; parsing the text gives the same query except for ranges. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case "all":
      return "";
    case "or":
      return query.of.map((each) => (each.kind === "or" ? `(${printQuery(each)})` : printQuery(each))).join(" OR ");
    case "and":
      return query.of.map((each) => bracketed(each)).join(" ");
    case "not":
      return `-${bracketed(query.of)}`;
    case "filter":
      return printFilter(query);
    case "text":
      return safeWord.test(query.text) && !/^(and|or|not)$/i.test(query.text) ? query.text : quoted(query.text);
    default:
      return unreachable(query);
  }
}

const safeWord = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]|\.(?!\.))*$/u;
const safeKey = /^[\p{L}\p{N}_\-./@$]+$/u;

function bracketed(query: Query): string {
  return query.kind === "or" || query.kind === "and" ? `(${printQuery(query)})` : printQuery(query);
}

/** Prints a filter for one value; `attr.…` and `meta.…` accept any name after the prefix. */
export function printFieldValue(key: string, text: string): string {
  const [, prefix, sub] = /^(attr|meta)\.(.+)$/s.exec(key) ?? [];
  const field = prefix !== undefined && sub !== undefined ? { field: prefix, sub } : { field: key };
  return printFilter({
    ...field,
    kind: "filter",
    op: ":=",
    values: [{ kind: "word", text }],
    range: { start: 0, end: 0 },
  });
}

function printFilter({ field, sub, op, values }: Filter): string {
  const key = sub === undefined ? field : `${field}.${safeKey.test(sub) ? sub : quoted(sub)}`;
  const texts = values.map((value) => printValue(value));
  return `${key}${op}${texts.length === 1 ? texts[0] : `(${texts.join(" OR ")})`}`;
}

function printValue(value: Value): string {
  switch (value.kind) {
    case "word":
      return safeWord.test(value.text) && !/^(AND|OR|NOT)$/.test(value.text) ? value.text : quoted(value.text);
    case "glob":
      return value.pattern;
    case "number":
    case "range":
    case "time":
      return value.text;
    default:
      return unreachable(value);
  }
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
