import type { Json } from "../../../platform/json/json.ts";
import type { Part } from "../../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, parse, textOf } from "../json.ts";

type ToolCall = Extract<Part, { type: "tool_call" }>;

/** Reads a tool call in any spelling. Returns several if a stream was joined wrongly, none without a name. */
export function toolCallsOf(call: JsonObject): readonly ToolCall[] {
  const one = toolCallOf(call);
  return one === undefined ? [] : typeof one.arguments === "string" ? apart(one, one.arguments) : [one];
}

function toolCallOf(call: JsonObject): ToolCall | undefined {
  const inner =
    objectUnder(call, "function", "functionCall", "function_call", "toolUse", "toolRequest", "tool_call") ?? call;
  const name = textOf(first(inner, "name", "toolName", "tool_name")) ?? textOf(first(call, "name", "toolName"));
  if (name === undefined) return undefined;
  const id = textOf(first(call, ...idKeys)) ?? textOf(first(inner, ...idKeys));
  const given = first(inner, ...argumentKeys) ?? first(call, ...argumentKeys);
  return { type: "tool_call", ...(id === undefined ? {} : { id }), name, arguments: argumentsOf(given) };
}

/** Reads a tool result in any spelling. JSON in text is parsed; a single text block becomes its text. */
export function toolResultOf(
  part: JsonObject,
  tool: { id?: string | undefined; name?: string | undefined } = {},
): Part {
  const inner =
    objectUnder(part, "toolResult", "functionResponse", "function_response", "toolResponse", "tool_result") ?? part;
  const id = textOf(first(inner, ...resultIdKeys)) ?? tool.id;
  const name = textOf(first(inner, "name", "toolName", "tool_name")) ?? tool.name;
  const result = unwrapped(
    first(inner, "response", "result", "output", "content", "server_tool_call_response", "text") ?? null,
  );
  return { type: "tool_result", ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }), result };
}

/** Returns the arguments as an object, or as the original text if it does not parse. */
function argumentsOf(given: Json | undefined): Json {
  if (given === undefined || given === "") return {};
  let value: Json = given;
  for (let depth = 0; depth < 2 && typeof value === "string"; depth++) value = parse(value) ?? null;
  return value ?? given;
}

/** Splits `{"a":1}{"a":2}`: two parallel calls whose stream deltas, ids and equal names were joined into one. */
function apart(call: ToolCall, text: string): readonly ToolCall[] {
  const pieces = text.startsWith("{") ? text.replaceAll(/\}\s*\{/g, "}\u0000{").split("\u0000") : [];
  const values = pieces.map(parse);
  if (values.length < 2 || values.some((value) => value === undefined)) return [call];
  return values.map((value, index) => {
    const id = call.id === undefined ? undefined : share(call.id, values.length, index);
    const name = share(call.name, values.length, 0);
    const isRepeated = name !== undefined && name.repeat(values.length) === call.name;
    return {
      type: "tool_call",
      ...(id === undefined ? {} : { id }),
      name: isRepeated ? name : call.name,
      arguments: value ?? {},
    };
  });
}

function share(text: string, count: number, index: number): string | undefined {
  const length = text.length / count;
  return Number.isInteger(length) ? text.slice(index * length, (index + 1) * length) : undefined;
}

const idKeys = ["call_id", "toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "ref", "id"] as const;
const resultIdKeys = ["tool_call_id", "toolCallId", "tool_use_id", "toolUseId", "call_id", "ref", "id"] as const;
const argumentKeys = ["arguments", "args", "input", "toolInput", "parameters", "server_tool_call"] as const;

function objectUnder(object: JsonObject, ...keys: readonly string[]): JsonObject | undefined {
  for (const key of keys) {
    const value = at(object, key);
    if (isObject(value)) return value;
  }
  return undefined;
}

function unwrapped(value: Json): Json {
  if (typeof value === "string") {
    const code = value.trimStart().charCodeAt(0);
    return code === 123 || code === 91 ? (parse(value) ?? value) : value;
  }
  if (isList(value) && value.length === 1 && isObject(value[0])) return unwrappedPart(value[0]) ?? value;
  return isObject(value) ? (unwrappedPart(value) ?? value) : value;
}

/** Unwraps `{type: "json", value}` and `{text}`, whose wrapper adds no information. */
function unwrappedPart(part: JsonObject): Json | undefined {
  const keys = Object.keys(part);
  const type = textOf(at(part, "type"));
  if (type !== undefined && keys.length === 2) {
    const value =
      type === "text" || type === "json" || type === "error-text" || type === "output_text"
        ? first(part, "value", "text", "content")
        : undefined;
    return value === undefined ? undefined : unwrapped(value);
  }
  if (keys.length !== 1) return undefined;
  const only = first(part, "json", "text", "output", "result");
  return only === undefined ? undefined : unwrapped(only);
}
