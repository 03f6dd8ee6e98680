import type { TraceView } from "../convention.ts";
import type { Json } from "../datapoint.ts";
import type { Reading } from "../reading.ts";
import type { Span } from "../span.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import { at, first, isList, isObject, type JsonObject, jsonOf, numberOf, textOf } from "./json.ts";
import { messagesOf } from "./messages.ts";
import type { Notes } from "./notes.ts";
import { toolsOf } from "./tools.ts";
import type { TokenCounts } from "./usage.ts";

/**
 * What LangChain's serialised message says of a call whose own span lost ids or tool calls: the chain spans around it
 * keep the message whole, in the attributes `keys`. It belongs to the call whose token counts it carries.
 */
export function serializedMessage(
  span: Span,
  usage: TokenCounts | undefined,
  trace: TraceView,
  from: { keys: readonly string[]; notes: Notes },
): Reading | undefined {
  const { input, output } = usage ?? {};
  if (input === undefined || output === undefined) return undefined;
  for (const other of trace.spans) {
    if (other.spanId === span.spanId) continue;
    for (const key of from.keys) {
      const found = messageWith(jsonOf(other.attributes.get(key), from.notes), input, output, maxDepth);
      if (found) return messageReading(found, from.notes);
    }
  }
  return undefined;
}

const maxDepth = 12;

/** The serialised assistant message with these token counts, wherever it stands. */
function messageWith(value: Json | undefined, input: number, output: number, depth: number): JsonObject | undefined {
  if (depth === 0 || typeof value !== "object" || value === null) return undefined;
  if (isList(value)) {
    for (const item of value) {
      const found = messageWith(item, input, output, depth - 1);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const usage = at(value, "usage_metadata");
  if (
    isObject(usage) &&
    numberOf(at(usage, "input_tokens")) === input &&
    numberOf(at(usage, "output_tokens")) === output
  )
    return value;
  return messageWith(Object.values(value), input, output, depth - 1);
}

function messageReading(message: JsonObject, notes: Notes): Reading {
  const metadata = at(message, "response_metadata");
  const known = isObject(metadata) ? metadata : undefined;
  const reason = known && textOf(first(known, "finish_reason", "stop_reason"));
  return {
    responseId: textOf(at(message, "id")),
    responseModel: known && textOf(first(known, "model_name", "model")),
    output: messagesOf([{ ...message, role: "assistant" }], "assistant", notes),
    finishReasons: reason === undefined ? undefined : [finishReasonOf(reason)],
    tools: known && toolsOf(at(known, "tools")),
  };
}
