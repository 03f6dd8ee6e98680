import { randomBytes } from "node:crypto";
import type { AttributeValue, Span } from "../../otlp/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { NewDatapoint } from "../contract/datapoint.ts";

type Sent = NewDatapoint["input"];

/**
 * Converts a directly recorded call to the span that an instrumentation would have sent (OpenTelemetry GenAI
 * semantic conventions, messages in attributes), so that it is processed like any other. `now` is in Unix
 * milliseconds.
 */
export function spanOf(call: NewDatapoint, now: number, random: (size: number) => Buffer = randomBytes): Span {
  const startedAt = call.startedAt === undefined ? now - call.durationMs : Date.parse(call.startedAt);
  const { error } = call;
  return {
    traceId: call.traceId ?? random(16).toString("hex"),
    spanId: call.spanId ?? random(8).toString("hex"),
    ...(call.parentSpanId === undefined ? {} : { parentSpanId: call.parentSpanId }),
    name: [operationName(call), call.requestModel ?? ""].join(" ").trim(),
    kind: 3,
    startNs: nanoseconds(startedAt),
    endNs: nanoseconds(startedAt + call.durationMs),
    attributes: known([...callAttributes(call), ...requestAttributes(call), ...usageAttributes(call)]),
    droppedCount: 0,
    events: [],
    status: error ? "error" : "unset",
    ...(error?.message === undefined ? {} : { statusMessage: error.message }),
    scope: { name: "gaffe.api", version: "", attributes: new Map() },
    resource: known([
      ["service.name", call.service],
      ["deployment.environment.name", call.environment],
      ["service.version", call.release],
    ]),
  };
}

type Pairs = readonly (readonly [string, AttributeValue | undefined])[];

const known = (pairs: Pairs): ReadonlyMap<string, AttributeValue> =>
  new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));

function callAttributes(call: NewDatapoint): Pairs {
  const { error, tags, metadata, tools, timeToFirstTokenMs } = call;
  return [
    ["gen_ai.operation.name", operationName(call)],
    ["gen_ai.provider.name", call.provider],
    ["gen_ai.request.model", call.requestModel],
    ["gen_ai.response.model", call.responseModel],
    ["gen_ai.response.id", call.responseId],
    ["gen_ai.response.finish_reasons", call.finishReasons.length > 0 ? call.finishReasons : undefined],
    ["gen_ai.response.time_to_first_chunk", timeToFirstTokenMs === undefined ? undefined : timeToFirstTokenMs / 1000],
    ["gen_ai.input.messages", messages(call.input, "user")],
    ["gen_ai.output.messages", messages(call.output, "assistant", call.finishReasons)],
    [
      "gen_ai.tool.definitions",
      tools.length > 0 ? JSON.stringify(tools.map((tool) => ({ type: "function", ...tool }))) : undefined,
    ],
    ["session.id", call.sessionId],
    ["user.id", call.userId],
    ["tag.tags", tags.length > 0 ? tags : undefined],
    ["metadata", Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined],
    [
      "error.type",
      error && (error.providerType ?? error.code ?? (error.status === undefined ? "error" : `${error.status}`)),
    ],
    ["gaffe.error.code", error?.code],
    ["error.message", error?.message],
    ["http.response.status_code", error?.status],
  ];
}

function requestAttributes({ params }: NewDatapoint): Pairs {
  return [
    ["gen_ai.request.temperature", params.temperature],
    ["gen_ai.request.top_p", params.topP],
    ["gen_ai.request.top_k", params.topK],
    ["gen_ai.request.max_tokens", params.maxTokens],
    ["gen_ai.request.stop_sequences", params.stop],
    ["gen_ai.request.seed", params.seed],
    ["gen_ai.request.frequency_penalty", params.frequencyPenalty],
    ["gen_ai.request.presence_penalty", params.presencePenalty],
    ["gen_ai.request.choice.count", params.choiceCount],
    ["gen_ai.request.reasoning.level", params.reasoningLevel],
    ["gen_ai.request.parallel_tool_calls", params.parallelToolCalls],
    [
      "gen_ai.request.response_format",
      params.responseFormat === undefined ? undefined : JSON.stringify(params.responseFormat),
    ],
  ];
}

function usageAttributes({ usage }: NewDatapoint): Pairs {
  return [
    ["gen_ai.usage.input_tokens", usage.inputTokens],
    ["gen_ai.usage.output_tokens", usage.outputTokens],
    ["gen_ai.usage.cache_read.input_tokens", usage.cacheReadTokens],
    ["gen_ai.usage.cache_creation.input_tokens", usage.cacheWriteTokens],
    ["gen_ai.usage.reasoning.output_tokens", usage.reasoningTokens],
  ];
}

function operationName({ operation }: NewDatapoint): string {
  if (operation === "completion") return "text_completion";
  return operation === "embedding" ? "embeddings" : "chat";
}

/**
 * Returns messages in the JSON of the semantic conventions: text parts have `content`, tool results have
 * `response`.
 */
function messages(sent: Sent, role: "user" | "assistant", finishReasons: readonly string[] = []): string | undefined {
  const list = typeof sent === "string" ? [{ role, parts: [{ type: "text" as const, text: sent }] }] : sent;
  if (list.length === 0) return undefined;
  return JSON.stringify(
    list.map(({ role, name, parts }, index) => ({
      role,
      ...(name === undefined ? {} : { name }),
      parts: parts.map(partJson),
      ...(finishReasons[index] === undefined ? {} : { finish_reason: finishReasons[index] }),
    })),
  );
}

function partJson(part: Exclude<Sent, string>[number]["parts"][number]): object {
  switch (part.type) {
    case "text":
    case "reasoning":
    case "refusal":
      return { type: part.type, content: part.text };
    case "tool_call":
      return { type: "tool_call", id: part.id, name: part.name, arguments: part.arguments };
    case "tool_result":
      return { type: "tool_call_response", id: part.id, name: part.name, response: part.result };
    case "image":
    case "audio":
    case "file":
      return {
        type: "uri",
        modality: part.type,
        mime_type: part.mediaType,
        uri: part.url ?? `sha256:${part.sha256 ?? ""}`,
      };
    case "other":
      return { type: "other", content: part.value };
    default:
      return unreachable(part);
  }
}

/**
 * Converts fractional milliseconds. The integer part is converted separately, because nanoseconds do not fit a
 * number.
 */
function nanoseconds(ms: number): bigint {
  const whole = Math.floor(ms);
  return BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1_000_000));
}
