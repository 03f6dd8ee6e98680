import type { Attributes, Span } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { type Claim, type Convention, call, context } from "../../assembly/convention.ts";
import { fill, type Reading } from "../../assembly/reading.ts";
import type { Message } from "../../datapoint.ts";
import { number, text } from "../../shapes/attributes/attributes.ts";
import { contentOf, objectAt } from "../../shapes/attributes/content-attributes.ts";
import { listAt } from "../../shapes/attributes/flattened.ts";
import { readGenAi } from "../../shapes/call-reading.ts";
import { errorIn } from "../../shapes/errors.ts";
import { finishReasonOf } from "../../shapes/finish-reasons.ts";
import { at, first, isList, isObject, type JsonObject, jsonOfText, textOf } from "../../shapes/json.ts";
import { messagesOf } from "../../shapes/messages/messages.ts";
import { toolsOf } from "../../shapes/messages/tools.ts";
import type { Notes } from "../../shapes/notes.ts";
import { paramsOf } from "../../shapes/params.ts";
import { providerOf } from "../../shapes/providers.ts";
import type { TokenCounts } from "../../shapes/usage.ts";
import { requestOf, responseOf } from "../../shapes/wire.ts";

/**
 * Reads OpenInference (Arize): `openinference.span.kind`, `llm.*`, raw request and response in input.value and
 * output.value.
 */
export const openinference: Convention = {
  name: "openinference",
  markerAttribute: "openinference.span.kind",
  contentSwitch:
    "unset OPENINFERENCE_HIDE_INPUTS, OPENINFERENCE_HIDE_OUTPUTS, OPENINFERENCE_HIDE_INPUT_MESSAGES and OPENINFERENCE_HIDE_OUTPUT_MESSAGES",
  claim,
  read(span, trace, notes) {
    const own = fill(rawCopies(span.attributes, notes), flattened(span.attributes, notes));
    const isBoth = span.attributes.has("gen_ai.operation.name") || span.attributes.has("gen_ai.request.model");
    return isBoth ? fill(own, readGenAi(span, trace, notes)) : { ...own, error: errorIn(span) };
  },
};

function claim(span: Span): Claim | undefined {
  const kind = text(span.attributes, "openinference.span.kind");
  if (kind === undefined) return undefined;
  if (kind === "LLM")
    return call(
      span.attributes.has("llm.prompts.0.prompt.text") ? "completion" : "chat",
      "OpenInference calls it an LLM span",
    );
  if (kind === "EMBEDDING") return call("embedding", "OpenInference calls it an embedding span");
  return context(`OpenInference calls it a ${kind.slice(0, 40)} span`);
}

function rawCopies(attributes: Attributes, notes: Notes): Reading | undefined {
  const request = contentOf(attributes, "input.value", notes);
  const response = contentOf(attributes, "output.value", notes);
  const requestReading = isRequest(request) ? requestOf(request, notes) : undefined;
  const responseReading = isObject(response) ? responseOf(response, notes) : undefined;
  const generation = isObject(response) ? generationOf(response, notes) : undefined;
  return fill(generation, { ...responseReading, ...definedOf(requestReading) });
}

const definedOf = (reading: Reading | undefined): Reading =>
  Object.fromEntries(Object.entries(reading ?? {}).filter(([, value]) => value !== undefined)) as Reading;

const isRequest = (value: Json | undefined) =>
  isObject(value) && first(value, "messages", "contents", "input", "prompt", "system") !== undefined;

/** Reads LangChain's LLMResult: `{generations: [[{message}]], llmOutput}`. */
function generationOf(result: JsonObject, notes: Notes): Reading | undefined {
  const generations = at(result, "generations");
  const firsts = isList(generations) && isList(generations[0]) ? generations[0] : generations;
  if (!isList(firsts)) return undefined;
  const messages = firsts.flatMap((one) => (isObject(one) ? (at(one, "message") ?? at(one, "text") ?? []) : []));
  const kwargs = isObject(messages[0]) ? at(messages[0], "kwargs") : undefined;
  const metadata = isObject(kwargs) ? at(kwargs, "response_metadata") : undefined;
  return {
    output: messagesOf(messages, "assistant", notes),
    responseId: isObject(kwargs) ? textOf(at(kwargs, "id")) : undefined,
    responseModel: isObject(metadata) ? textOf(first(metadata, "model_name", "model")) : undefined,
  };
}

function flattened(attributes: Attributes, notes: Notes): Reading {
  const settings = objectAt(attributes, "llm.invocation_parameters", notes);
  const reason = text(attributes, "llm.finish_reason");
  const model = text(attributes, "llm.model_name", "embedding.model_name");
  const requestReading = settings && requestOf(settings, notes);
  const system = settings && messagesOf(first(settings, "system", "instructions"), "system", notes);
  const input = inputOf(attributes, notes);
  const tools = toolsOf(listAt(attributes, "llm.tools.").map(schemaIn));
  return {
    provider: providerOf(text(attributes, "llm.provider", "llm.system")),
    requestModel: text(attributes, "llm.request.model_name") ?? requestReading?.requestModel ?? model,
    responseModel: text(attributes, "llm.response.model_name") ?? model,
    input: system && !input.some((message) => message.role === "system") ? [...system, ...input] : input,
    output: outputOf(attributes, notes),
    tools: tools.length === 0 ? requestReading?.tools : tools,
    toolChoice: requestReading?.toolChoice,
    params: settings && paramsOf(settings),
    finishReasons: reason === undefined ? undefined : [finishReasonOf(reason)],
    streaming: requestReading?.streaming,
    usage: countsIn(attributes),
  };
}

function inputOf(attributes: Attributes, notes: Notes): readonly Message[] {
  const messages = messagesOf(
    listAt(attributes, "llm.input_messages.").map((entry) => messageIn(entry, notes)),
    "user",
    notes,
  );
  if (messages.length > 0) return messages;
  const prompts = listAt(attributes, "llm.prompts.").map((entry) => within(entry, "prompt", "text"));
  const texts = listAt(attributes, "embedding.embeddings.").map((entry) => within(entry, "embedding", "text"));
  return messagesOf([...prompts, ...texts], "user", notes);
}

function outputOf(attributes: Attributes, notes: Notes): readonly Message[] {
  const messages = messagesOf(
    listAt(attributes, "llm.output_messages.").map((entry) => messageIn(entry, notes)),
    "assistant",
    notes,
  );
  if (messages.length > 0) return messages;
  return messagesOf(
    listAt(attributes, "llm.choices.").map((entry) => within(entry, "completion", "text")),
    "assistant",
    notes,
  );
}

function within(entry: Json, outer: string, inner: string): Json {
  const wrapped = isObject(entry) ? at(entry, outer) : undefined;
  return (isObject(wrapped) ? at(wrapped, inner) : undefined) ?? "";
}

/** Nests `message.contents.M.message_content.*` and `message.tool_calls.M.tool_call.*` as a provider would. */
function messageIn(entry: Json, notes: Notes): Json {
  const message = isObject(entry) ? at(entry, "message") : undefined;
  if (!isObject(message)) return null;
  const contents = at(message, "contents");
  const calls = at(message, "tool_calls");
  const called = textOf(first(message, "function_call_name"));
  return {
    ...message,
    ...(isList(contents)
      ? { content: contents.map(contentIn) }
      : typeof at(message, "content") === "string"
        ? { content: blocksIn(at(message, "content"), notes) }
        : {}),
    ...(isList(calls)
      ? { tool_calls: calls.map((call) => (isObject(call) ? (at(call, "tool_call") ?? null) : null)) }
      : {}),
    ...(called === undefined
      ? {}
      : { function_call: { name: called, arguments: at(message, "function_call_arguments_json") ?? "" } }),
  };
}

function contentIn(content: Json): Json {
  if (!isObject(content)) return null;
  const wrapped = at(content, "message_content") ?? {};
  const call = at(content, "tool_call");
  const block = isObject(wrapped) ? wrapped : {};
  const image = at(block, "image");
  const inner = isObject(image) ? (at(image, "image") ?? image) : undefined;
  return {
    ...block,
    ...(isObject(call) ? { ...call, type: "tool_call" } : {}),
    ...(inner === undefined ? {} : { image: inner, type: "image" }),
  };
}

/** Reads message content that is itself a JSON list of typed blocks. */
function blocksIn(content: Json | undefined, notes: Notes): Json {
  if (typeof content !== "string" || !content.startsWith("[{")) return content ?? null;
  const blocks = jsonOfText(content, notes);
  return isList(blocks) && blocks.every((block) => isObject(block) && at(block, "type") !== undefined)
    ? blocks
    : content;
}

function schemaIn(entry: Json): Json {
  const tool = isObject(entry) ? at(entry, "tool") : undefined;
  return isObject(tool) ? (at(tool, "json_schema") ?? tool) : entry;
}

function countsIn(attributes: Attributes): TokenCounts | undefined {
  const input = number(attributes, "llm.token_count.prompt");
  const output = number(attributes, "llm.token_count.completion");
  if (input === undefined && output === undefined) return undefined;
  return {
    input,
    output,
    total: number(attributes, "llm.token_count.total"),
    cacheRead: number(attributes, "llm.token_count.prompt_details.cache_read"),
    cacheWrite: number(attributes, "llm.token_count.prompt_details.cache_write"),
    reasoning: number(attributes, "llm.token_count.completion_details.reasoning"),
  };
}
