import { unreachable } from "../../src/platform/http/unreachable.ts";
import type { Field, NamedType, Shape, Shapes } from "./shapes.ts";

const head = `"""The types of the API.

Written by \`npm run sdk:types\` from openapi.json: do not edit. A request is a dict with the
names of the API, a response, or what callers write, a model with Python names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from gaffe_sdk.answer import Answer, Request
from gaffe_sdk.message import Message
`;

/** Types that callers pass on or send back unchanged (messages, definitions, a monitor's recipients), or nobody reads. */
const handedBack =
  /^(?:MeWho|ConversationMessage$|CheckDetailDefinition|CheckDefinition|ModelDefinition|TestRunSimulation|Monitor(?:Notification|Threshold|DailyLimits))(?!Input)/;
/** A part has one of many forms, which one class with optional fields makes easier to read. */
const handWritten: ReadonlyMap<string, string> = new Map([
  ["Message", "Message"],
  ["MessageInput", "Message"],
]);
/** Requests that callers write themselves, with names in snake case. */
const writtenByCallers = /^NewDatapoint/;
/** Values of arguments and fields, under a name for annotations. */
const enumerations: Readonly<Record<string, readonly [type: string, field: string]>> = {
  ErrorType: ["Issue", "errorType"],
  IssueKind: ["Issue", "kind"],
  IssueState: ["Issue", "state"],
  JudgeKind: ["NewJudge", "kind"],
  LabelValue: ["LabelRequest", "label"],
  MonitorState: ["MonitorStatus", "state"],
  Operation: ["DatapointRow", "operation"],
  RunState: ["TestRun", "state"],
  RunType: ["NewTestRun", "type"],
  Severity: ["Issue", "severity"],
  Source: ["DatapointRow", "source"],
  StructuredOutput: ["NewJudge", "structuredOutput"],
  VerdictState: ["Verdict", "state"],
};

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
  return [head, enumerationsOf(byName), ...texts.map((text) => `\n${text}`)].join("\n");

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
      if (type && !handedBack.test(inner) && !handWritten.has(inner)) need(type);
    }
  }
}

function enumerationsOf(types: ReadonlyMap<string, NamedType>): string {
  const lines = Object.entries(enumerations).flatMap(([name, [type, field]]) => {
    const content = types.get(type)?.content;
    const shape = content?.kind === "object" ? content.fields.find((each) => each.name === field)?.shape : undefined;
    return shape?.kind === "literals" ? [`${name} = ${literal(shape.values)}\n`] : [];
  });
  return lines.join("");
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
  const isWritten = writtenByCallers.test(type.name);
  const isDict = way === "asked" && !isWritten;
  const fields = content.fields.map((field) => (isDict ? dictField(field, nameOf) : modelField(field, nameOf)));
  const kind = isDict ? "TypedDict" : isWritten ? "Request" : "Answer";
  // A TypedDict cannot have these names in its class.
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
  readonly value: string;
  readonly doc: string | undefined;
}

function modelField({ name, shape, isRequired, doc }: Field, nameOf: NameOf): PythonField {
  const type = textOf(shape, nameOf);
  if (keywords.has(name)) {
    const value = isRequired ? ` = Field(alias="${name}")` : ` = Field(None, alias="${name}")`;
    return { name: `${name}_`, type: isRequired ? type : optional(type), value, doc };
  }
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
      return handedBack.test(shape.name) ? "dict[str, Any]" : (handWritten.get(shape.name) ?? nameOf(shape.name));
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
