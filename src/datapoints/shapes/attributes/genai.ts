import type { Attributes, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { CallContent } from "../../assembly/call-content.ts";
import { type Claim, call, context } from "../../assembly/convention.ts";
import type { Reading } from "../../assembly/reading.ts";
import type { FinishReason, Message, Params } from "../../datapoint.ts";
import { finishReasonOf } from "../finish-reasons.ts";
import { at, isList, isObject, jsonOf, jsonOfValue, textOf } from "../json.ts";
import { messagesOf, withSystem } from "../messages/messages.ts";
import { toolsOf } from "../messages/tools.ts";
import type { Notes } from "../notes.ts";
import { providerOf } from "../providers.ts";
import type { TokenCounts } from "../usage.ts";
import { number, text, texts, truth } from "./attributes.ts";

/** Classifies OpenTelemetry GenAI operation names (semantic-conventions-genai, client inference spans). */
export function claimByOperation(span: Span): Claim | undefined {
  const operation = span.attributes.get("gen_ai.operation.name");
  if (typeof operation !== "string" || operation === "") return undefined;
  switch (operation) {
    case "chat":
    case "generate_content":
    case "generate":
    case "response":
      return call("chat", `its operation is ${operation}`);
    case "text_completion":
    case "completion":
      return call("completion", `its operation is ${operation}`);
    case "embeddings":
    case "embedding":
      return call("embedding", `its operation is ${operation}`);
    default:
      return context(`its operation is ${operation.slice(0, 60)}, which isn't a model call`);
  }
}

/**
 * Reads all gen_ai.* attributes of a span or event, in every generation of their names. What `content` has is not
 * parsed again.
 */
export function genAi(attributes: Attributes, notes: Notes, content?: CallContent): Reading {
  const json = (name: keyof CallContent) =>
    (content && jsonOfValue(content[name])) ?? jsonOf(attributes.get(name), notes);
  const input = withSystem(
    messagesOf(json("gen_ai.input.messages"), "user", notes),
    messagesOf(json("gen_ai.system_instructions"), "system", notes),
  );
  const rawOutput = json("gen_ai.output.messages");
  const output = messagesOf(rawOutput, "assistant", notes);
  const reasons = finishReasonsIn(attributes);
  const tools = toolsOf(
    json("gen_ai.tool.definitions") ?? jsonOf(attributes.get("gen_ai.request.available_tools"), notes),
  );
  const finish = reasons.length > 0 ? reasons : reasonsOfMessages(rawOutput);
  return {
    provider: providerOf(text(attributes, "gen_ai.provider.name", "gen_ai.system")),
    requestModel: text(attributes, "gen_ai.request.model"),
    responseModel: text(attributes, "gen_ai.response.model"),
    responseId: text(attributes, "gen_ai.response.id"),
    input: input.length === 0 ? undefined : input,
    output: output.length === 0 ? undefined : output,
    tools: tools.length === 0 ? undefined : tools,
    toolChoice: json("gen_ai.request.tool_choice"),
    params: genAiParams(
      attributes,
      json("gen_ai.openai.request.response_format") ??
        jsonOf(
          attributes.get("gen_ai.request.response_format") ?? attributes.get("gen_ai.request.structured_output_schema"),
          notes,
        ),
    ),
    finishReasons: finish.length === 0 ? undefined : finish,
    usage: genAiCounts(attributes),
    streaming: truth(
      attributes,
      "gen_ai.request.stream",
      "gen_ai.request.is_stream",
      "gen_ai.response.streaming",
      "llm.is_streaming",
    ),
    timeToFirstTokenMs: firstTokenMs(attributes),
  };
}

/** Reads token counts under all historical names of gen_ai.usage.*. */
function genAiCounts(attributes: Attributes): TokenCounts | undefined {
  const input = number(
    attributes,
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
  );
  const output = number(
    attributes,
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
  );
  if (input === undefined && output === undefined) return undefined;
  return {
    input,
    output,
    total: number(attributes, "gen_ai.usage.total_tokens", "llm.usage.total_tokens"),
    cacheRead: number(
      attributes,
      "gen_ai.usage.cache_read.input_tokens",
      "gen_ai.usage.cache_read_input_tokens",
      "gen_ai.usage.cached_input_tokens",
      "gen_ai.usage.cached_tokens",
      "gen_ai.usage.input_cached_tokens",
      "gen_ai.usage.details.cache_read_tokens",
    ),
    cacheWrite: number(
      attributes,
      "gen_ai.usage.cache_write.input_tokens",
      "gen_ai.usage.cache_creation.input_tokens",
      "gen_ai.usage.cache_creation_input_tokens",
      "gen_ai.usage.cache_write_input_tokens",
      "gen_ai.usage.details.cache_write_tokens",
    ),
    reasoning: number(
      attributes,
      "gen_ai.usage.reasoning.output_tokens",
      "gen_ai.usage.reasoning_tokens",
      "gen_ai.usage.completion_tokens_details.reasoning",
      "gen_ai.usage.details.reasoning_tokens",
    ),
  };
}

export function finishReasonsIn(attributes: Attributes): FinishReason[] {
  const reported =
    attributes.get("gen_ai.response.finish_reasons") ??
    attributes.get("gen_ai.response.finish_reason") ??
    attributes.get("llm.response.finish_reason");
  return texts(reported).map(finishReasonOf);
}

const numericParams = [
  ["temperature", ["gen_ai.request.temperature", "llm.temperature"]],
  ["topP", ["gen_ai.request.top_p", "llm.top_p"]],
  ["topK", ["gen_ai.request.top_k", "llm.top_k"]],
  ["maxTokens", ["gen_ai.request.max_tokens", "llm.request.max_tokens"]],
  ["seed", ["gen_ai.request.seed", "gen_ai.openai.request.seed"]],
  ["frequencyPenalty", ["gen_ai.request.frequency_penalty", "llm.frequency_penalty"]],
  ["presencePenalty", ["gen_ai.request.presence_penalty", "llm.presence_penalty"]],
  ["choiceCount", ["gen_ai.request.choice.count"]],
] as const;

function genAiParams(attributes: Attributes, format: Json | undefined): Params | undefined {
  const params: { -readonly [K in keyof Params]: Params[K] } = {};
  for (const [name, keys] of numericParams) {
    const value = number(attributes, ...keys);
    if (value !== undefined) params[name] = value;
  }
  const stop = texts(attributes.get("gen_ai.request.stop_sequences") ?? attributes.get("llm.chat.stop_sequences"));
  if (stop.length > 0) params.stop = stop;
  const level = text(
    attributes,
    "gen_ai.request.reasoning.level",
    "gen_ai.request.reasoning_effort",
    "codex.request.reasoning_effort",
  );
  if (level !== undefined) params.reasoningLevel = level;
  if (format !== undefined && format !== "") params.responseFormat = format;
  const parallel = attributes.get("gen_ai.request.parallel_tool_calls");
  if (typeof parallel === "boolean") params.parallelToolCalls = parallel;
  return Object.keys(params).length === 0 ? undefined : params;
}

/** Reads "time to first token" attributes in all their names and units. */
function firstTokenMs(attributes: Attributes): number | undefined {
  const seconds = number(
    attributes,
    "gen_ai.response.time_to_first_chunk",
    "gen_ai.client.operation.time_to_first_chunk",
    "lk.response.ttft",
  );
  if (seconds !== undefined) return seconds * 1000;
  const milliseconds = number(attributes, "ai.response.msToFirstChunk", "ai.stream.msToFirstChunk", "ttft_ms");
  if (milliseconds !== undefined) return milliseconds;
  // Seconds in OpenLIT, milliseconds in Strands for Python: no call responds within 20 µs, none takes 20,000 s.
  const either = number(attributes, "gen_ai.server.time_to_first_token");
  return either === undefined ? undefined : either < 20 ? either * 1000 : either;
}

function reasonsOfMessages(raw: ReturnType<typeof jsonOf>): FinishReason[] {
  if (!isList(raw)) return [];
  return raw.flatMap((message) => {
    const reason = isObject(message) ? textOf(at(message, "finish_reason")) : undefined;
    return reason === undefined ? [] : [finishReasonOf(reason)];
  });
}

/**
 * Whether all messages are empty: `[{role, parts: [{type: text, content: ""}]}]` of a call that only called
 * tools.
 */
export const isSilent = (messages: readonly Message[] | undefined): boolean =>
  messages === undefined || messages.every((message) => message.parts.length === 0);
