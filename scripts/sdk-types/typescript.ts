import { unreachable } from "../../src/platform/http/unreachable.ts";
import type { Field, NamedType, Operation, Shape, Shapes, Way } from "./shapes.ts";

const head = `// Written by \`npm run sdk:types\` from openapi.json: the shapes of the API as it has them. Do not edit.
import type { Json } from "./json.ts";
`;

/** Generates the types in TypeScript, and a map of the operations with their requests and responses. */
export function asTypeScript({ types, operations }: Shapes): string {
  const map = ["export interface Operations {", ...operations.map(operationText), "}"].join("\n");
  return `${[head, ...types.map(typeText), map].join("\n")}\n`;
}

function typeText({ name, doc, way, content }: NamedType): string {
  const comment = docText(doc, "");
  if (content.kind !== "object") return `${comment}export type ${name} = ${textOf(content, way)};\n`;
  return `${comment}export interface ${name} {\n${content.fields.map((field) => fieldText(field, way)).join("")}}\n`;
}

function fieldText({ name, shape, isRequired, doc }: Field, way: Way): string {
  // In a request, undefined fields are omitted.
  const mark = isRequired ? "" : "?";
  const isOpen = isRequired || way === "answered" || shape.kind === "any";
  const type = textOf(shape, way) + (isOpen ? "" : " | undefined");
  return `${docText(doc, "  ")}  readonly ${name}${mark}: ${type};\n`;
}

const docText = (doc: string | undefined, indent: string) => (doc === undefined ? "" : `${indent}/** ${doc} */\n`);

function operationText({ name, path, query, body, isBodyRequired, answer }: Operation): string {
  const parts = [
    path.length === 0 ? "" : `readonly path: { ${path.map((each) => `readonly ${each}: string`).join("; ")} };`,
    query.length === 0 ? "" : `readonly query?: { ${query.map(parameterText).join("; ")} };`,
    body ? `readonly body${isBodyRequired ? "" : "?"}: ${textOf(body, "asked")};` : "",
    `readonly answer: ${answer ? textOf(answer, "answered") : "undefined"};`,
  ];
  return `  "${name}": { ${parts.filter((part) => part !== "").join(" ")} };`;
}

const parameterText = ({ name, shape, isRequired }: Field) =>
  `readonly ${name}${isRequired ? "" : "?"}: ${textOf(shape, "asked")} | undefined`;

function textOf(shape: Shape, way: Way): string {
  switch (shape.kind) {
    case "text":
      return "string";
    case "integer":
      return "number";
    case "number":
    case "boolean":
    case "null":
      return shape.kind;
    case "any":
      return way === "asked" ? "unknown" : "Json";
    case "literals":
      return shape.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list":
      return `readonly ${inBrackets(shape.of, way)}[]`;
    case "record":
      return `Readonly<Record<string, ${textOf(shape.of, way)}>>`;
    case "union":
      return shape.of.map((each) => textOf(each, way)).join(" | ");
    case "named":
      return shape.name;
    default:
      return unreachable(shape);
  }
}

function inBrackets(shape: Shape, way: Way): string {
  const text = textOf(shape, way);
  return /[ |]/.test(text) ? `(${text})` : text;
}
