import { unreachable } from "../../src/platform/http/unreachable.ts";
import type { Field, NamedType, Shape, Shapes } from "./shapes.ts";

const head = `"""The types of the API.

Written by \`npm run sdk:types\` from openapi.json: do not edit. A request is a dict with the
names of the API, a response a model with Python names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

from typing_extensions import NotRequired, TypedDict

from gaffe_sdk.answer import Answer
`;

/** Types that callers pass on or send back unchanged (messages, definitions, a monitor's recipients), or nobody reads. */
const handedBack =
  /^(?:MeWho|ConversationMessage$|CheckDetailDefinition|CheckDefinition|ModelDefinition|TestRunSimulation|Monitor(?:Notification|Threshold|DailyLimits))(?!Input)/;
/** Types that are read unchanged. */
const plain = /^(?:Datapoint|Message$|Part)/;

/**
 * Generates the types in Python that the package names, and those that they need: requests as TypedDicts,
 * responses as pydantic models. Types with the same fields are written once.
 */
export function asPython({ types }: Shapes, isUsed: (name: string) => boolean): string {
  const byName = new Map(types.map((type) => [type.name, type]));
  const needed = new Set<string>();
  types.filter(({ name }) => isUsed(name)).forEach(need);
  const first = new Map<string, string>();
  const renamed = new Map<string, string>();
  const texts = types.flatMap((type) => {
    if (!needed.has(type.name)) return [];
    const text = typeText(withoutRepeatedDocs(type), (name) => renamed.get(name) ?? name);
    const same = first.get(text("_"));
    if (same === undefined) first.set(text("_"), type.name);
    else renamed.set(type.name, same);
    return same === undefined ? text(type.name) : isUsed(type.name) ? `${type.name} = ${same}\n` : [];
  });
  return [head, ...texts.map((text) => `\n${text}`)].join("\n");

  /** A field's description is often that of its type. */
  function withoutRepeatedDocs(type: NamedType): NamedType {
    if (type.content.kind !== "object") return type;
    const fields = type.content.fields.map(({ doc, ...field }) => {
      const isRepeated = field.shape.kind === "named" && byName.get(field.shape.name)?.doc === doc;
      return doc === undefined || isRepeated ? field : { ...field, doc };
    });
    return { ...type, content: { kind: "object", fields } };
  }

  function need({ name, content }: NamedType): void {
    if (needed.has(name)) return;
    needed.add(name);
    const shapes = content.kind === "object" ? content.fields.map(({ shape }) => shape) : [content];
    for (const inner of shapes.flatMap(namesIn)) {
      const type = byName.get(inner);
      if (type && !handedBack.test(inner)) need(type);
    }
  }
}

function namesIn(shape: Shape): readonly string[] {
  if (shape.kind === "named") return [shape.name];
  return "of" in shape ? [shape.of].flat().flatMap(namesIn) : [];
}

type NameOf = (name: string) => string;

/** Returns the text of a type under a name. */
function typeText(type: NamedType, nameOf: NameOf): (name: string) => string {
  const { way, content, doc } = type;
  // Evaluated on import, so names that are declared later would be undefined.
  if (content.kind !== "object") return (name) => `${name} = ${aliasOf(content, nameOf)}\n${docText(doc, "")}`;
  const isDict = way === "asked" || plain.test(type.name);
  const fields = content.fields.map((field) => (isDict ? dictField(field, nameOf) : modelField(field, nameOf)));
  const kind = isDict ? "TypedDict" : "Answer";
  const odd = fields.filter(({ name }) => keywords.has(name)).map(({ name, type: text }) => `"${name}": "${text}"`);
  const named = (name: string) =>
    odd.length === 0 ? "" : `_${name}Named = TypedDict("_${name}Named", {${odd.join(", ")}})\n\n\n`;
  const lines = fields
    .filter(({ name }) => !keywords.has(name))
    .map(
      ({ name, type: text, value, doc: description }) =>
        `    ${name}: ${text}${value}\n${docText(description, "    ")}`,
    );
  const body = bodyOf(docText(doc, "    "), lines);
  return (name) => `${named(name)}class ${name}(${odd.length === 0 ? kind : `_${name}Named`}):\n${body}`;
}

interface PythonField {
  readonly name: string;
  readonly type: string;
  /** The default value, with its sign. */
  readonly value: "" | " = None";
  readonly doc: string | undefined;
}

function modelField({ name, shape, isRequired, doc }: Field, nameOf: NameOf): PythonField {
  const type = textOf(shape, nameOf);
  return { name: snake(name), type: isRequired ? type : optional(type), value: isRequired ? "" : " = None", doc };
}

function dictField({ name, shape, isRequired, doc }: Field, nameOf: NameOf): PythonField {
  const type = textOf(shape, nameOf);
  return { name, type: isRequired ? type : `NotRequired[${optional(type)}]`, value: "", doc };
}

function bodyOf(doc: string, lines: readonly string[]): string {
  const body = [...(doc === "" ? [] : [`${doc}\n`]), ...lines].join("");
  return body === "" ? "    pass\n" : body;
}

const docText = (doc: string | undefined, indent: string) =>
  doc === undefined ? "" : `${indent}"""${doc.replaceAll("\\", "\\\\")}${/[a-z`)\]}]$/.test(doc) ? "." : ""}"""\n`;

/** Enums are plain text: a newer Gaffe may have values that this package does not know. */
function textOf(shape: Shape, nameOf: NameOf): string {
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
      return `Sequence[${textOf(shape.of, nameOf)}]`;
    case "record":
      return `Mapping[str, ${textOf(shape.of, nameOf)}]`;
    case "union":
      return unionOf(shape.of, nameOf).join(" | ");
    case "named":
      return handedBack.test(shape.name) ? "dict[str, Any]" : nameOf(shape.name);
    default:
      return unreachable(shape);
  }
}

/** `bool` comes before `float`: a model tries them in this order, and every bool is a valid number. */
const unionOf = (members: readonly Shape[], nameOf: NameOf) => [
  ...new Set(members.map((member) => textOf(member, nameOf))),
];

const aliasOf = (shape: Shape, nameOf: NameOf) =>
  shape.kind === "union" ? `Union[${unionOf(shape.of, nameOf).join(", ")}]` : textOf(shape, nameOf);

const optional = (type: string) => (/^Any$|\bNone$/.test(type) ? type : `${type} | None`);

const literal = (values: readonly (string | number | boolean)[]) =>
  `Literal[${values.map((value) => (typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value))).join(", ")}]`;

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const keywords = new Set(["from", "in", "is", "not", "or", "and", "if", "for", "as", "class", "def", "with", "import"]);
