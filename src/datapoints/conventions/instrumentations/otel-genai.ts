import type { Span } from "../../../otlp/index.ts";
import { type Claim, type Convention, call, type TraceView } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import { claimByOperation } from "../../shapes/attributes/genai.ts";
import { wholePrompts } from "../../shapes/attributes/legacy-prompts.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import type { Notes } from "../../shapes/notes.ts";

const contentSwitch = "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true and export logs as well as traces";

/**
 * Reads OpenTelemetry GenAI semantic conventions, current and v1.36: messages in attributes, span events or log
 * records. Also the fallback for all others: a span that names a model and carries usage or output is a call.
 */
export const otelGenAi: Convention = {
  name: "otel-genai",
  contentSwitch,
  claim: (span) => claimByOperation(span) ?? claimByShape(span),
  read,
};

function read(span: Span, trace: TraceView, notes: Notes): Reading {
  return fill(readGenAi(span, trace, notes), wholePrompts(span.attributes, notes));
}

const modelKeys = ["gen_ai.request.model", "gen_ai.response.model", "llm.model_name"] as const;
const signKeys = [
  "gen_ai.usage.input_tokens",
  "gen_ai.usage.prompt_tokens",
  "gen_ai.usage.output_tokens",
  "gen_ai.output.messages",
  "gen_ai.completion",
  "gen_ai.prompt",
  "gen_ai.prompt.0.content",
  "gen_ai.completion.0.content",
  "llm.token_count.prompt",
] as const;
const otherKeys = [
  "gen_ai.tool.call.id",
  "gen_ai.agent.name",
  "gen_ai.agent.id",
  "traceloop.span.kind",
  "langfuse.internal.is_app_root",
] as const;

function claimByShape({ attributes }: Span): Claim | undefined {
  if (!modelKeys.some((key) => attributes.has(key)) || !signKeys.some((key) => attributes.has(key))) return undefined;
  return otherKeys.some((key) => attributes.has(key))
    ? undefined
    : call("chat", "it names a model and carries usage or content");
}
