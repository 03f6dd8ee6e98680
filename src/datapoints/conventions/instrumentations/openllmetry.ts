import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill } from "../../assembly/reading.ts";
import type { Message } from "../../datapoint.ts";
import { text } from "../../shapes/attributes/attributes.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { at, isList, isObject, jsonOf, parse, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { roleOf } from "../../shapes/messages/roles.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";

/**
 * Reads all generations of OpenLLMetry (Traceloop): llm.request.type, gen_ai.prompt.N, and the current GenAI
 * names.
 */
export const openllmetry: Convention = {
  name: "openllmetry",
  contentSwitch: "set TRACELOOP_TRACE_CONTENT=true (`traceContent: true`)",
  claim,
  read(span, trace, notes) {
    const own = readGenAi(span, trace, notes);
    // The Node instrumentation of Anthropic counts input without cached tokens; the Python one adds them.
    const isExclusive = span.scope.name === "@traceloop/instrumentation-anthropic";
    const functions = toolsOf(jsonOf(span.attributes.get("llm.request.functions"), notes));
    const usage = own.usage && isExclusive ? { ...own.usage, basis: "exclusive" as const } : own.usage;
    return fill({ ...own, input: unpacked(own.input, notes), usage }, { tools: functions });
  },
};

function claim(span: Span): Claim | undefined {
  const { attributes } = span;
  const type = text(attributes, "llm.request.type");
  const isOwnSpan =
    type !== undefined ||
    attributes.has("traceloop.span.kind") ||
    span.scope.name.startsWith("@traceloop/") ||
    span.scope.name.startsWith("opentelemetry.instrumentation.");
  if (!isOwnSpan) return undefined;
  const byOperation = claimByOperation(span);
  if (byOperation) return byOperation;
  if (type === "chat") return call("chat", "its llm.request.type is chat");
  if (type === "completion") return call("completion", "its llm.request.type is completion");
  if (type === "embedding" || type === "embeddings") return call("embedding", `its llm.request.type is ${type}`);
  if (type !== undefined) return context(`its llm.request.type is ${type.slice(0, 40)}`);
  const kind = text(attributes, "traceloop.span.kind");
  return kind === undefined ? undefined : context(`OpenLLMetry calls it a ${kind.slice(0, 40)}`);
}

/** Reads the Responses API's list of input items, which OpenLLMetry records as the text of one user message. */
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
