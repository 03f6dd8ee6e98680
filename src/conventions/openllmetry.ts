import { type Claim, type Convention, call, context } from "../domain/convention.ts";
import { fill } from "../domain/reading.ts";
import { text } from "../domain/shapes/attributes.ts";
import { readGenAi } from "../domain/shapes/call-reading.ts";
import { claimByOperation } from "../domain/shapes/genai.ts";
import { jsonOf } from "../domain/shapes/json.ts";
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
    return fill(
      { ...own, usage: own.usage && isExclusive ? { ...own.usage, basis: "exclusive" } : own.usage },
      { tools: functions },
    );
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
