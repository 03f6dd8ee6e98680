import type { Attributes } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { Reading } from "../../assembly/reading.ts";
import type { FinishReason } from "../../datapoint.ts";
import { finishReasonOf } from "../finish-reasons.ts";
import { at, isObject, type JsonObject, jsonOf, jsonOfText, textOf } from "../json.ts";
import { messagesOf } from "../messages/messages.ts";
import { toolsOf } from "../messages/tools.ts";
import type { Notes } from "../notes.ts";
import { requestOf, responseOf } from "../wire.ts";
import { text } from "./attributes.ts";
import { listAt } from "./flattened.ts";

/**
 * Reads `gen_ai.prompt.N.*`, `gen_ai.completion.N.*` and `llm.request.functions.N.*`, as OpenLLMetry wrote them
 * for years.
 */
export function legacyPrompts(attributes: Attributes, notes: Notes): Reading | undefined {
  if (!isLegacy(attributes)) return undefined;
  const prompts = listAt(attributes, "gen_ai.prompt.");
  const completions = listAt(attributes, "gen_ai.completion.");
  const tools = toolsOf(listAt(attributes, "llm.request.functions."));
  const reasons = completions.flatMap(reasonOf);
  return {
    input: messagesOf(
      prompts.map((prompt) => unpacked(prompt, notes)),
      "user",
      notes,
    ),
    output: messagesOf(
      completions.map((completion) => unpacked(completion, notes)),
      "assistant",
      notes,
    ),
    finishReasons: reasons,
    tools,
    requestModel: text(attributes, "llm.request.model"),
    responseModel: text(attributes, "llm.response.model"),
  };
}

/**
 * Reads `gen_ai.prompt` and `gen_ai.completion` as one attribute each: raw request and response, messages or
 * text.
 */
export function wholePrompts(attributes: Attributes, notes: Notes): Reading | undefined {
  const prompt = attributes.get("gen_ai.prompt");
  const completion = attributes.get("gen_ai.completion");
  if (prompt === undefined && completion === undefined) return undefined;
  const promptValue = jsonOf(prompt, notes);
  const completionValue = jsonOf(completion, notes);
  const request =
    typeof promptValue === "string" ? { input: messagesOf(promptValue, "user", notes) } : requestOf(promptValue, notes);
  const response =
    typeof completionValue === "string"
      ? { output: messagesOf(completionValue, "assistant", notes) }
      : responseOf(completionValue, notes);
  return { ...request, ...response };
}

function isLegacy(attributes: Attributes): boolean {
  return (
    attributes.has("llm.request.type") ||
    attributes.has("gen_ai.prompt.0.role") ||
    attributes.has("gen_ai.prompt.0.content") ||
    attributes.has("gen_ai.completion.0.content") ||
    attributes.has("gen_ai.completion.0.role")
  );
}

/** Parses content that is text, or a JSON list of blocks as text; "null" is empty. */
function unpacked(message: Json, notes: Notes): Json {
  if (!isObject(message)) return message;
  const content = at(message, "content");
  if (typeof content !== "string") return message;
  if (content === "null") return without(message);
  if (!content.startsWith("[")) return message;
  const blocks = jsonOfText(content, notes);
  return isBlocks(blocks) ? { ...message, content: blocks } : message;
}

const isBlocks = (value: Json) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item: Json) => isObject(item) && textOf(at(item, "type")) !== undefined);

const without = (message: JsonObject): JsonObject => ({ ...message, content: null });

function reasonOf(completion: Json): FinishReason[] {
  const reason = isObject(completion) ? textOf(at(completion, "finish_reason")) : undefined;
  return reason === undefined ? [] : [finishReasonOf(reason)];
}
