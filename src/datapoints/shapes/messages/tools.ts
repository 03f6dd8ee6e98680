import type { Json } from "../../../platform/json/json.ts";
import type { ToolDefinition } from "../../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, objectOf, textOf } from "../json.ts";
import { recoverTruncated } from "../truncated.ts";

/** Reads tool definitions in any spelling: lists, maps by name, JSON texts, bare names. */
export function toolsOf(value: Json | undefined): ToolDefinition[] {
  if (isList(value)) return value.flatMap(toolsOfItem);
  if (!isObject(value)) return [];
  const inner = first(value, "tools", "functionDeclarations", "function_declarations");
  if (isList(inner)) return toolsOf(inner);
  if (textOf(at(value, "name")) !== undefined || isObject(at(value, "function"))) return toolsOfItem(value);
  // A map by name, as the AI SDK defines tools.
  return Object.entries(value).flatMap(([name, tool]) => (isObject(tool) ? definition({ name, ...tool }) : []));
}

function toolsOfItem(item: Json): ToolDefinition[] {
  if (typeof item === "string") {
    const parsed = objectOf(item) ?? cutObject(item);
    return parsed ? toolsOfItem(parsed) : item === "" ? [] : [{ name: item }];
  }
  if (!isObject(item)) return [];
  const declared = first(item, "functionDeclarations", "function_declarations");
  if (isList(declared)) return declared.flatMap(toolsOfItem);
  const inner = first(item, "function", "toolSpec", "tool_definition");
  return definition(isObject(inner) ? inner : item);
}

/** A definition cut by an attribute limit still contains the tool's name. */
function cutObject(text: string): JsonObject | undefined {
  const recovered = text.startsWith("{") ? recoverTruncated(text) : undefined;
  return isObject(recovered) ? recovered : undefined;
}

function definition(tool: JsonObject): ToolDefinition[] {
  // Hosted tools have a type and no name: {type: "web_search"}.
  const name = textOf(first(tool, "name", "toolName")) ?? textOf(at(tool, "type"));
  if (name === undefined) return [];
  const description = textOf(at(tool, "description"));
  const parameters = schemaOf(
    first(
      tool,
      "parameters",
      "inputSchema",
      "input_schema",
      "parametersJsonSchema",
      "parameters_json_schema",
      "json_schema",
      "schema",
      "arguments",
    ),
  );
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    },
  ];
}

function schemaOf(value: Json | undefined): Json | undefined {
  const schema = objectOf(value);
  if (!schema) return undefined;
  const inner = first(schema, "json", "jsonSchema");
  return isObject(inner) ? inner : schema;
}
