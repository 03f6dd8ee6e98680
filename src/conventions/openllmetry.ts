import { type Claim, type Convention, call, context } from "../domain/convention.ts";
import type { Message } from "../domain/datapoint.ts";
import { fill } from "../domain/reading.ts";
import { text } from "../domain/shapes/attributes.ts";
import { readGenAi } from "../domain/shapes/call-reading.ts";
import { claimByOperation } from "../domain/shapes/genai.ts";
import { at, isList, isObject, jsonOf, parse, textOf } from "../domain/shapes/json.ts";
import { messagesOf } from "../domain/shapes/messages.ts";
import type { Notes } from "../domain/shapes/notes.ts";
import { roleOf } from "../domain/shapes/roles.ts";
import { toolsOf } from "../domain/shapes/tools.ts";
import type { Span } from "../domain/span.ts";

/** OpenLLMetry (Traceloop), all generations: llm.request.type, gen_ai.prompt.N, and the current GenAI names. */
export const openllmetry: Convention = {
  name: "openllmetry",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  claim,
  read(span, trace, notes) {
    const own = readGenAi(span, trace, notes);
    // Its Node instrumentation of Anthropic counts input without cached tokens; the Python one adds them.
    const isExclusive = span.scope.name === "@traceloop/instrumentation-anthropic";
    const functions = toolsOf(jsonOf(span.attributes.get("llm.request.functions"), notes));
    const usage = own.usage && isExclusive ? { ...own.usage, basis: "exclusive" as const } : own.usage;
    return fill({ ...own, input: unpacked(own.input, notes), usage }, { tools: functions });
  },
};

function claim(span: Span): Claim | undefined {
  const { attributes } = span;
  const type = text(attributes, "llm.request.type");
  const isOurs =
    type !== undefined ||
    attributes.has("traceloop.span.kind") ||
    span.scope.name.startsWith("@traceloop/") ||
    span.scope.name.startsWith("opentelemetry.instrumentation.");
  if (!isOurs) return undefined;
  const byOperation = claimByOperation(span);
  if (byOperation) return byOperation;
  if (type === "chat") return call("chat", "its llm.request.type is chat");
  if (type === "completion") return call("completion", "its llm.request.type is completion");
  if (type === "embedding" || type === "embeddings") return call("embedding", `its llm.request.type is ${type}`);
  if (type !== undefined) return context(`its llm.request.type is ${type.slice(0, 40)}`);
  const kind = text(attributes, "traceloop.span.kind");
  return kind === undefined ? undefined : context(`OpenLLMetry calls it a ${kind.slice(0, 40)}`);
}

/** The Responses API's list of input items, which it records as the text of one user message. */
function unpacked(input: readonly Message[] | undefined, notes: Notes): readonly Message[] | undefined {
  const [only, ...others] = input ?? [];
  const [part, ...parts] = only?.parts ?? [];
  if (others.length + parts.length > 0 || part?.type !== "text" || !part.text.startsWith("[{")) return input;
  const items = parse(part.text);
  const isConversation =
    isList(items) &&
    items.every((item) => isObject(item) && (roleOf(textOf(at(item, "role"))) ?? at(item, "call_id")) !== undefined);
  return isConversation ? messagesOf(items, "user", notes) : input;
}
