import { type Datapoint, type Message, type Part, textOf } from "../datapoints/index.ts";
import { unreachable } from "../platform/http/unreachable.ts";
import type { Json } from "../platform/json/json.ts";

/**
 * How much of a dialog a row contains: everything but system messages, everything, or only the last user
 * message.
 */
export const inputForms = ["conversation", "whole_dialog", "last_user_message"] as const;
export type InputForm = (typeof inputForms)[number];

/**
 * Returns the input of a model call as the input of a scenario row. A single user message becomes its text;
 * anything more becomes a list of `{role, content}`, with tool calls in OpenAI's chat format. Undefined if
 * nothing was recorded. The answer is never included.
 */
export function collectedInput({ input }: Pick<Datapoint, "input">, form: InputForm): Json | undefined {
  if (form === "last_user_message") return textOf(input.findLast(({ role }) => role === "user")) || undefined;
  const messages = form === "conversation" ? input.filter(({ role }) => role !== "system") : input;
  const [first, ...rest] = messages.filter(({ parts }) => parts.length > 0);
  if (!first) return undefined;
  if (rest.length === 0 && first.role === "user") return contentOf(first) || undefined;
  return [first, ...rest].map(turnOf);
}

function turnOf(message: Message): Json {
  const calls = message.parts.flatMap((part) => (part.type === "tool_call" ? [callOf(part)] : []));
  const result = message.parts.find((part) => part.type === "tool_result");
  return {
    role: message.role,
    content: contentOf(message),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(result?.id === undefined ? {} : { tool_call_id: result.id }),
  };
}

const callOf = ({ id, name, arguments: sent }: Extract<Part, { type: "tool_call" }>): Json => ({
  ...(id === undefined ? {} : { id }),
  type: "function",
  function: { name, arguments: jsonText(sent) },
});

function contentOf({ parts }: Message): string {
  return parts.flatMap(textsOf).join("\n");
}

/** Media are not copied: a row names what was there. */
function textsOf(part: Part): readonly string[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return [part.text];
    case "tool_result":
      return [jsonText(part.result)];
    case "image":
    case "audio":
    case "file":
      return [`[${part.type}${part.mediaType === undefined ? "" : ` ${part.mediaType}`}]`];
    case "other":
      return [jsonText(part.value)];
    case "reasoning":
    case "tool_call":
      return [];
    default:
      return unreachable(part);
  }
}

const jsonText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
