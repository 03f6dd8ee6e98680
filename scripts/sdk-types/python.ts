import { unreachable } from "../../src/platform/http/unreachable.ts";
import type { Field, NamedType, Shape, Shapes } from "./shapes.ts";

const head = `"""The types of the API.

Written by \`npm run sdk:types\` from openapi.json: do not edit. A request is a dict with the
names of the API, a response a model with Python names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

from gaffe_sdk.answer import Answer
`;

/** Types that callers pass on or send back unchanged: messages, definitions, a monitor's recipients. */
const handedBack =
  /^(?:ConversationMessage$|CheckDetailDefinition|CheckDefinition|ModelDefinition|TestRunSimulation|Monitor(?:Notification|Threshold|DailyLimits))(?!Input)/;
/** Types that are read unchanged. */
const plain = /^(?:Datapoint|Message$|Part)/;
/** Lists are read page by page. */
const isPage = (name: string) => /^(?:Get|Post)\w*Answer$/.test(name);

/** Generates the types in Python: requests as TypedDicts, responses as pydantic models. */
export function asPython({ types }: Shapes): string {
  const texts = types
    .filter(({ name, way }) => way === "asked" || !(handedBack.test(name) || isPage(name)))
    .map(typeText);
  return [head, ...texts.map((text) => `\n${text}`)].join("\n");
}

function typeText(type: NamedType): string {
  const { name, way, content } = type;
  // Evaluated on import, so names that are declared later would be undefined.
  if (content.kind !== "object") return `${name} = ${aliasOf(content)}\n${docText(type.doc, "")}`;
  return way === "asked" || plain.test(name) ? dictText(type, content.fields) : modelText(type, content.fields);
}

function modelText({ name, doc }: NamedType, fields: readonly Field[]): string {
  const lines = fields.map(({ name: field, shape, isRequired, doc: description }) => {
    const type = isRequired ? textOf(shape) : optional(textOf(shape));
    return `    ${snake(field)}: ${type}${isRequired ? "" : " = None"}\n${docText(description, "    ")}`;
  });
  return `class ${name}(Answer):\n${bodyOf(docText(doc, "    "), lines)}`;
}

/**
 * Generates separate classes for required keys, optional keys and keys that are reserved words: Python 3.10
 * needs them.
 */
function dictText({ name, doc }: NamedType, fields: readonly Field[]): string {
  const groups = [
    { suffix: "Required", isTotal: true, of: fields.filter((field) => field.isRequired && !isOdd(field)) },
    { suffix: "Named", isTotal: true, of: fields.filter((field) => field.isRequired && isOdd(field)) },
    { suffix: "MaybeNamed", isTotal: false, of: fields.filter((field) => !field.isRequired && isOdd(field)) },
  ].filter(({ of }) => of.length > 0);
  const rest = fields.filter((field) => !field.isRequired && !isOdd(field));
  const [only] = groups;
  if (only?.suffix === "Required" && groups.length === 1 && rest.length === 0)
    return `class ${name}(TypedDict):\n${bodyOf(docText(doc, "    "), only.of.map(entryText))}`;
  const bases = groups.map(({ suffix, isTotal, of }) => {
    const base = `_${name}${suffix}`;
    if (suffix === "Required") return { base, text: `class ${base}(TypedDict):\n${bodyOf("", of.map(entryText))}` };
    const entries = of.map((field) => `"${field.name}": "${entryType(field)}"`).join(", ");
    return { base, text: `${base} = TypedDict("${base}", {${entries}}${isTotal ? "" : ", total=False"})\n` };
  });
  const parents = bases.length === 0 ? "TypedDict" : bases.map(({ base }) => base).join(", ");
  const whole = `class ${name}(${parents}, total=False):\n${bodyOf(docText(doc, "    "), rest.map(entryText))}`;
  return [...bases.map(({ text }) => text), whole].join("\n\n");
}

const entryText = (field: Field) => `    ${field.name}: ${entryType(field)}\n${docText(field.doc, "    ")}`;
const entryType = ({ shape, isRequired }: Field) => (isRequired ? textOf(shape) : optional(textOf(shape)));
const isOdd = ({ name }: Field) => keywords.has(name);

function bodyOf(doc: string, lines: readonly string[]): string {
  const body = [...(doc === "" ? [] : [`${doc}\n`]), ...lines].join("");
  return body === "" ? "    pass\n" : body;
}

const docText = (doc: string | undefined, indent: string) =>
  doc === undefined ? "" : `${indent}"""${doc.replaceAll("\\", "\\\\")}${/[a-z`)\]}]$/.test(doc) ? "." : ""}"""\n`;

/** Enums are plain text: a newer Gaffe may have values that this package does not know. */
function textOf(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return "str";
    case "number":
      return "float";
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "any":
      return "Any";
    case "literals":
      return `${literal(shape.values)} | str`;
    case "list":
      return `Sequence[${textOf(shape.of)}]`;
    case "record":
      return `Mapping[str, ${textOf(shape.of)}]`;
    case "union":
      return unionOf(shape.of).join(" | ");
    case "named":
      return handedBack.test(shape.name) ? "dict[str, Any]" : shape.name;
    default:
      return unreachable(shape);
  }
}

/** `bool` comes before `float`: a model tries them in this order, and every bool is a valid number. */
const unionOf = (members: readonly Shape[]) => [...new Set(members.map(textOf))];

const aliasOf = (shape: Shape) => (shape.kind === "union" ? `Union[${unionOf(shape.of).join(", ")}]` : textOf(shape));

const optional = (type: string) => (/^Any$|\bNone$/.test(type) ? type : `${type} | None`);

const literal = (values: readonly (string | number | boolean)[]) =>
  `Literal[${values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const keywords = new Set(["from", "in", "is", "not", "or", "and", "if", "for", "as", "class", "def", "with", "import"]);
