import type { Subject, ToolCall } from "../../../datapoints/index.ts";
import { isJsonObject, type JsonObject, type JsonValue, member } from "../../../platform/json/json.ts";

export interface ParameterDefinition {
  readonly name: string;
  readonly value: JsonValue | undefined;
  readonly type: string | undefined;
  readonly required: boolean;
}

/** Expected result of a function check: `{name, parameter_definitions: {p: {value, type, required}}}`. */
export interface ExpectedCall {
  readonly name: string | undefined;
  readonly parameters: readonly ParameterDefinition[];
  /** The compared call: the first one with the expected name, or else the first one. */
  readonly call: ToolCall | undefined;
}

/** Returns the expected call and the call it is compared with; undefined if the row expects no call. */
export function expectedCall(subject: Subject): ExpectedCall | undefined {
  const { expected, toolCalls } = subject;
  if (!isJsonObject(expected)) return undefined;
  const name = member(expected, "name");
  const definitions = member(expected, "parameter_definitions");
  if (typeof name !== "string" && !isJsonObject(definitions)) return undefined;
  return {
    name: typeof name === "string" ? name : undefined,
    parameters: isJsonObject(definitions) ? parametersOf(definitions) : [],
    call: toolCalls.find((call) => call.name === name) ?? toolCalls[0],
  };
}

function parametersOf(definitions: JsonObject): readonly ParameterDefinition[] {
  return Object.entries(definitions).map(([name, definition]) => {
    const type = member(definition, "type");
    return {
      name,
      value: member(definition, "value"),
      type: typeof type === "string" ? type : undefined,
      required: member(definition, "required") === true,
    };
  });
}
