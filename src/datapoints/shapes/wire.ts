import { errorIn } from "../../../packages/genai-wire/src/dialects/errors.ts";
import type { Json } from "../../platform/json/json.ts";
import type { ErrorFacts, Reading } from "../assembly/reading.ts";
import type { FinishReason, Message } from "../datapoint.ts";
import { finishReasonOf } from "./finish-reasons.ts";
import { at, first, isList, isObject, type JsonObject, objectOf, textOf } from "./json.ts";
import { messagesOf, withSystem } from "./messages/messages.ts";
import { toolsOf } from "./messages/tools.ts";
import type { Notes } from "./notes.ts";
import { paramsOf } from "./params.ts";
import { countsOf } from "./usage.ts";

/**
 * Reads a provider's request body: OpenAI chat, completions, Responses and embeddings, Anthropic Messages,
 * Gemini generateContent, Bedrock Converse, and what SDK wrappers make of them. Returns undefined if it isn't a
 * request.
 */
export function requestOf(value: Json | undefined, notes: Notes): Reading | undefined {
  const body = bodyOf(value);
  if (!body) return isList(value) ? { input: messagesOf(value, "user", notes) } : undefined;
  const config = objectOf(first(body, "config", "generationConfig", "generation_config", "inferenceConfig"));
  const messages = first(body, "messages", "contents", "input", "prompt", "inputText");
  const instructions =
    first(body, "system", "instructions", "systemInstruction", "system_instruction") ??
    (config && first(config, "systemInstruction", "system_instruction"));
  const toolConfig = objectOf(at(body, "toolConfig"));
  const tools = toolsOf(first(body, "tools", "functions") ?? toolConfig ?? (config && at(config, "tools")));
  const stream = at(body, "stream");
  return {
    requestModel: textOf(first(body, "model", "modelId")),
    input: withSystem(messagesOf(messages, "user", notes), messagesOf(instructions, "system", notes)),
    tools: tools.length === 0 ? undefined : tools,
    toolChoice: first(body, "tool_choice", "toolChoice"),
    params: { ...(config ? paramsOf(config) : {}), ...paramsOf(body) },
    streaming: typeof stream === "boolean" ? stream : undefined,
  };
}

/** Reads a response body (of the same APIs), or a list of output items. Returns undefined if it isn't one. */
export function responseOf(value: Json | undefined, notes: Notes): Reading | undefined {
  if (isList(value)) return { output: messagesOf(value, "assistant", notes) };
  if (!isObject(value)) return undefined;
  const choices = first(value, "choices", "candidates");
  const usage = objectOf(first(value, "usage", "usageMetadata", "usage_metadata"));
  const { output, reasons } = isList(choices) ? choicesOf(choices, notes) : soleOutput(value, notes);
  const read: Reading = {
    responseId: textOf(first(value, "id", "responseId", "response_id")),
    responseModel: textOf(first(value, "model", "modelVersion", "model_version")),
    output: output.length === 0 ? undefined : output,
    finishReasons: reasons.length === 0 ? undefined : reasons,
    usage: usage && countsOf(usage),
    error: errorOf(at(value, "error")),
  };
  return read;
}

/** Reads `{error: {message, type, code}}` of a response or of an error body. */
export function errorOf(value: Json | undefined): ErrorFacts | undefined {
  if (typeof value === "string") return value === "" ? undefined : { message: value };
  const error = errorIn(value);
  if (!error) return undefined;
  const { type, ...facts } = error;
  return { providerType: type, ...facts };
}

interface Outputs {
  readonly output: readonly Message[];
  readonly reasons: readonly FinishReason[];
}

function choicesOf(choices: readonly Json[], notes: Notes): Outputs {
  const output: Message[] = [];
  const reasons: FinishReason[] = [];
  for (const choice of choices) {
    if (!isObject(choice)) continue;
    const choiceContent = first(choice, "message", "content", "delta", "text");
    for (const message of messagesOf(choiceContent, "assistant", notes)) output.push({ ...message, role: "assistant" });
    const reason = textOf(first(choice, "finish_reason", "finishReason"));
    if (reason !== undefined) reasons.push(finishReasonOf(reason));
  }
  return { output, reasons };
}

/**
 * Reads Responses (`output` items), Anthropic (`content`), Bedrock (`output.message`), SDK results (`text`,
 * `toolCalls`).
 */
function soleOutput(body: JsonObject, notes: Notes): Outputs {
  const content = first(body, "output", "message", "content", "generations");
  const bedrock = isObject(content) ? at(content, "message") : undefined;
  const isWhole = content === undefined || isObject(at(body, "kwargs")) || typeof at(body, "role") === "string";
  const output = isWhole
    ? messagesOf(body, "assistant", notes)
    : messagesOf(asTurn(bedrock ?? content), "assistant", notes);
  const reason =
    textOf(first(body, "stop_reason", "stopReason", "finish_reason", "finishReason")) ?? statusReason(body);
  return { output, reasons: reason === undefined ? [] : [finishReasonOf(reason)] };
}

/** A list of blocks without roles is one turn. */
const asTurn = (content: Json): Json =>
  isList(content) &&
  content.every(
    (block) =>
      !isObject(block) ||
      (at(block, "role") === undefined && at(block, "type") !== "message" && !isObject(at(block, "kwargs"))),
  )
    ? [{ role: "assistant", content: content }]
    : content;

function statusReason(body: JsonObject): string | undefined {
  const incomplete = at(body, "incomplete_details");
  const reason = isObject(incomplete) ? textOf(at(incomplete, "reason")) : undefined;
  const status = textOf(at(body, "status"));
  return reason ?? (status === "completed" || status === "incomplete" || status === "failed" ? status : undefined);
}

/** Returns the body itself, `{args: [body]}`, `{kwargs: body}`, `{body}`, or the first of a list of one. */
function bodyOf(value: Json | undefined, depth = 0): JsonObject | undefined {
  const object = objectOf(value);
  if (!object || depth === 3) return object;
  const args = at(object, "args");
  const inner =
    (isList(args) && args.length > 0 ? args[0] : undefined) ??
    filledObject(at(object, "kwargs")) ??
    at(object, "body") ??
    at(object, "request");
  if (inner !== undefined && first(object, "messages", "contents", "model") === undefined)
    return bodyOf(inner, depth + 1) ?? object;
  return object;
}

const filledObject = (value: Json | undefined) =>
  isObject(value) && Object.keys(value).length > 0 ? value : undefined;
