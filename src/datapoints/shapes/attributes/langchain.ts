import type { Json } from "../../../platform/json/json.ts";
import type { TraceView } from "../../assembly/convention.ts";
import type { Reading } from "../../assembly/reading.ts";
import { finishReasonOf } from "../finish-reasons.ts";
import { at, first, isObject, type JsonObject, jsonOf, numberOf, textOf } from "../json.ts";
import { messagesOf } from "../messages/messages.ts";
import { toolsOf } from "../messages/tools.ts";
import type { Notes } from "../notes.ts";
import type { TokenCounts } from "../usage.ts";

/**
 * Recovers ids and tool calls from LangChain's serialized message, which the surrounding chain spans hold in the
 * attributes `keys`. It belongs to the call whose token counts it carries.
 */
export function serializedMessage(
  usage: TokenCounts | undefined,
  trace: TraceView,
  from: { keys: readonly string[]; notes: Notes },
): Reading | undefined {
  if (usage?.input === undefined || usage.output === undefined) return undefined;
  const known = trace.once(`serialised messages in ${from.keys.join()}`, () => messagesByCounts(trace, from));
  const message = known.get(`${usage.input} ${usage.output}`);
  return message && messageReading(message, from.notes);
}

const maxDepth = 12;

function messagesByCounts(
  trace: TraceView,
  { keys, notes }: { keys: readonly string[]; notes: Notes },
): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const span of trace.spans)
    for (const key of keys) collect(jsonOf(span.attributes.get(key), notes), found, maxDepth);
  return found;
}

/** Collects nested serialized assistant messages with token counts; the first with the same counts stays. */
function collect(value: Json | undefined, found: Map<string, JsonObject>, depth: number): void {
  if (depth === 0 || typeof value !== "object" || value === null) return;
  if (isObject(value)) {
    const usage = at(value, "usage_metadata");
    if (isObject(usage)) {
      const counts = `${numberOf(at(usage, "input_tokens"))} ${numberOf(at(usage, "output_tokens"))}`;
      if (!found.has(counts)) found.set(counts, value);
    }
  }
  for (const item of Object.values(value)) collect(item, found, depth - 1);
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
