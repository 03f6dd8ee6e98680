import type { LogRecord, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { type Claim, type Convention, call, context, type TraceView } from "../../assembly/convention.ts";
import type { ErrorFacts, Reading } from "../../assembly/reading.ts";
import { number, text, truth } from "../../shapes/attributes/attributes.ts";
import { contentOf } from "../../shapes/attributes/content-attributes.ts";
import { eventNameOf } from "../../shapes/attributes/events.ts";
import { finishReasonsIn } from "../../shapes/attributes/genai.ts";
import { errorInText } from "../../shapes/errors.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";
import { isObject } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import type { Notes } from "../../shapes/notes.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads Claude Code: spans `claude_code.llm_request` with bare attribute names; prompts and responses only in
 * log records.
 */
export const claudeCode: Convention = {
  name: "claude-code",
  contentSwitch: "set OTEL_LOG_USER_PROMPTS=1 and OTEL_LOG_TOOL_DETAILS=1",
  claim,
  read(span, trace, notes) {
    const { attributes } = span;
    const reason = text(attributes, "stop_reason", "finish_reason");
    const known = finishReasonsIn(attributes);
    const bodies = bodiesOf(span, notes);
    return {
      provider: "anthropic",
      requestModel: text(attributes, "gen_ai.request.model", "model"),
      responseModel: text(attributes, "gen_ai.response.model", "response_model", "model"),
      responseId: text(attributes, "gen_ai.response.id", "request_id", "response_id"),
      ...bodies,
      input:
        bodies.input ??
        messagesOf(wordsOf(span, trace, "user_prompt", ["prompt", "user_prompt", "text"]), "user", notes),
      output: bodies.output ?? outputOf(span, trace, notes),
      finishReasons: reason === undefined ? known : [finishReasonOf(reason)],
      usage: {
        input: number(attributes, "input_tokens", "gen_ai.usage.input_tokens"),
        output: number(attributes, "output_tokens", "gen_ai.usage.output_tokens"),
        cacheRead: number(attributes, "cache_read_tokens", "cache_read_input_tokens"),
        cacheWrite: number(attributes, "cache_creation_tokens", "cache_creation_input_tokens"),
        basis: "exclusive",
      },
      streaming: true,
      timeToFirstTokenMs: number(attributes, "ttft_ms"),
      error: errorOf(span),
    };
  },
};

function claim(span: Span): Claim | undefined {
  const type = text(span.attributes, "span.type");
  const isOwnSpan = span.scope.name.startsWith("com.anthropic.claude_code") || span.name.startsWith("claude_code.");
  if (!isOwnSpan) return undefined;
  if (span.name === "claude_code.llm_request" || type === "llm_request" || type === "claude_code.llm_request")
    return call("chat", "Claude Code calls it a request to the model");
  return context("a Claude Code span around its requests");
}

function errorOf(span: Span): ErrorFacts | undefined {
  const { attributes } = span;
  if (span.status !== "error" && truth(attributes, "success") !== false) return undefined;
  const message = text(attributes, "error", "error.message") ?? span.statusMessage;
  const parsed = message === undefined ? {} : errorInText(message);
  return {
    ...parsed,
    providerType: parsed.providerType ?? text(attributes, "error_class", "error.type"),
    status: number(attributes, "status_code", "http.response.status_code") ?? parsed.status,
  };
}

/** Reads the raw request and response, if the user enabled logging them. */
function bodiesOf({ attributes }: Span, notes: Notes): Reading {
  const request = contentOf(attributes, "api_request_body", notes) ?? contentOf(attributes, "request_body", notes);
  const response = contentOf(attributes, "api_response_body", notes) ?? contentOf(attributes, "response_body", notes);
  const requestReading = isObject(request) ? requestOf(request, notes) : undefined;
  return {
    input: requestReading?.input,
    tools: requestReading?.tools,
    params: requestReading?.params,
    output: isObject(response) ? responseOf(response, notes)?.output : undefined,
  };
}

/**
 * Log records name the interaction, not the request. They belong to the request that shares their prompt id or
 * interaction span and, of several, was running: prompts before its end, responses after its start.
 */
function recordsOf(span: Span, trace: TraceView, event: string): readonly LogRecord[] {
  const interaction = interactionOf(span, trace);
  const prompt = text(span.attributes, "prompt.id");
  return trace.allLogs.filter(
    (record) =>
      eventNameOf(record).endsWith(event) &&
      (record.spanId === span.spanId ||
        record.spanId === interaction ||
        record.spanId === span.parentSpanId ||
        (prompt !== undefined && text(record.attributes, "prompt.id") === prompt)),
  );
}

function interactionOf(span: Span, trace: TraceView): string | undefined {
  let above = trace.span(span.parentSpanId);
  for (let depth = 0; above && depth < 20; depth++) {
    if (above.name.endsWith("interaction")) return above.spanId;
    above = trace.span(above.parentSpanId);
  }
  return span.parentSpanId;
}

function wordsOf(span: Span, trace: TraceView, event: string, keys: readonly string[]): Json | undefined {
  // Side requests (a title, a quota probe) do not carry the user's prompt.
  const source = text(span.attributes, "query_source");
  if (source !== undefined && !/main|repl|sdk|agent|user|print/.test(source)) return undefined;
  const record = recordsOf(span, trace, event).findLast((one) => one.timeNs <= span.endNs);
  const recorded =
    record &&
    (text(record.attributes, ...keys) ??
      (typeof record.body === "string" && record.body !== eventNameOf(record) && !record.body.startsWith("claude_code.")
        ? record.body
        : undefined));
  return recorded ?? text(trace.span(interactionOf(span, trace))?.attributes ?? new Map(), "user_prompt");
}

/** Returns the response text, and the tool calls between this request and the next. */
function outputOf(span: Span, trace: TraceView, notes: Notes) {
  const request = text(span.attributes, "request_id");
  const next = trace.spans.find(
    (one) => one.spanId !== span.spanId && claim(one)?.kind === "call" && one.startNs >= span.endNs,
  );
  const isBetween = (at: bigint) => at >= span.startNs && (next === undefined || at < next.startNs);
  const answer = recordsOf(span, trace, "assistant_response").find((record) => {
    const named = text(record.attributes, "request_id");
    return named !== undefined && request !== undefined ? named === request : isBetween(record.timeNs);
  });
  const words = answer && text(answer.attributes, "response", "assistant_response", "text", "content");
  const called = truth(span.attributes, "response.has_tool_call") === false ? [] : callsBetween(span, trace, isBetween);
  return messagesOf(
    [{ role: "assistant", content: words ?? null, ...(called.length === 0 ? {} : { tool_calls: called }) }],
    "assistant",
    notes,
  );
}

/** Read from the log records of tool results, which have ids and input; otherwise from the tool spans. */
function callsBetween(span: Span, trace: TraceView, isBetween: (at: bigint) => boolean): readonly Json[] {
  const results = recordsOf(span, trace, "tool_result").filter((record) => isBetween(record.timeNs));
  if (results.length > 0) return results.map(toolCallIn);
  return trace.spans.filter((one) => isToolSpan(one) && isBetween(one.startNs)).map(toolCallIn);
}

const isToolSpan = (span: Span) => span.name === "claude_code.tool" || text(span.attributes, "span.type") === "tool";

function toolCallIn({ attributes }: Span | LogRecord): Json {
  return {
    id: text(attributes, "tool_use_id", "gen_ai.tool.call.id") ?? null,
    name: text(attributes, "tool_name", "gen_ai.tool.name") ?? "tool",
    arguments: text(attributes, "tool_input", "tool_parameters", "gen_ai.tool.call.arguments") ?? "",
  };
}
