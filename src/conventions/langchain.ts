import type { TraceView } from "../domain/convention.ts";
import type { Json } from "../domain/datapoint.ts";
import { fill, type Reading } from "../domain/reading.ts";
import { genAiConvention, readGenAi } from "../domain/shapes/call-reading.ts";
import { finishReasonOf } from "../domain/shapes/finish-reasons.ts";
import { isSilent } from "../domain/shapes/genai.ts";
import { at, first, isList, isObject, type JsonObject, jsonOf, numberOf, textOf } from "../domain/shapes/json.ts";
import { messagesOf } from "../domain/shapes/messages.ts";
import type { Notes } from "../domain/shapes/notes.ts";
import { toolsOf } from "../domain/shapes/tools.ts";
import type { Span } from "../domain/span.ts";

/**
 * LangChain through OpenLLMetry: the chat span loses ids and tool calls, the chain spans around it keep the whole
 * message. A message belongs to the call whose token counts it carries.
 */
export const langchain = genAiConvention({
  name: "langchain",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  isOurs: (span) => /instrumentation[-.]langchain$/.test(span.scope.name),
  read(span, trace, notes) {
    const own = readGenAi(span, trace, notes);
    const kept = keptMessage(own, span, trace, notes);
    const whole = kept && messageReading(kept, notes);
    const isLossy =
      isSilent(own.output) || own.output?.every((message) => message.parts.every((part) => part.type === "text"));
    return fill(
      { responseModel: whole?.responseModel, output: isLossy && whole?.output ? whole.output : undefined },
      own,
      whole,
    );
  },
});

const maxDepth = 12;

function keptMessage(own: Reading, span: Span, trace: TraceView, notes: Notes): JsonObject | undefined {
  const { input, output } = own.usage ?? {};
  if (input === undefined || output === undefined) return undefined;
  for (const other of trace.spans) {
    if (other.spanId === span.spanId || !other.attributes.has("traceloop.entity.output")) continue;
    for (const key of ["traceloop.entity.output", "traceloop.entity.input"]) {
      const found = messageWith(jsonOf(other.attributes.get(key), notes), input, output, maxDepth);
      if (found) return found;
    }
  }
  return undefined;
}

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
