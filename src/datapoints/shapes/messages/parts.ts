import type { Json } from "../../../platform/json/json.ts";
import type { Part } from "../../datapoint.ts";
import { at, first, isList, isObject, type JsonObject, textOf } from "../json.ts";
import type { Notes } from "../notes.ts";
import { mediaOf } from "./media.ts";
import { toolCallsOf, toolResultOf } from "./tool-calls.ts";

/** Reads the parts of a message's content: text, one block, or a list of blocks of any provider or SDK. */
export function partsOf(content: Json | undefined, notes: Notes): Part[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  if (isList(content)) return content.flatMap((item) => partsOf(item, notes));
  if (!isObject(content)) return [{ type: "other", value: content }];
  const kind = kinds.get(textOf(at(content, "type")) ?? "") ?? kindByKeys(content);
  if (kind === "tool_call") {
    const calls = toolCallsOf(content);
    return calls.length === 0 ? [{ type: "other", value: content }] : [...calls];
  }
  const part = partOf(content, kind, notes);
  return part === undefined ? [] : [part];
}

function partOf(block: JsonObject, kind: Exclude<Kind, "tool_call"> | undefined, notes: Notes): Part | undefined {
  switch (kind) {
    case "text":
      return textPart("text", first(block, "text", "content", "value"));
    case "reasoning":
      return textPart("reasoning", reasoningOf(block));
    case "refusal":
      return textPart("refusal", first(block, "refusal", "content", "text"));
    case "tool_result":
      return toolResultOf(block);
    case "media":
      return mediaOf(block, notes);
    case "nothing":
      return undefined;
    default:
      return { type: "other", value: block };
  }
}

type Kind = "text" | "reasoning" | "refusal" | "tool_call" | "tool_result" | "media" | "nothing";

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    text: ["text", "input_text", "output_text", "markdown", "text_delta"],
    reasoning: ["reasoning", "thinking", "reasoning_text", "summary_text", "reasoning-text"],
    refusal: ["refusal"],
    tool_call: [
      "tool_call",
      "tool-call",
      "tool_use",
      "toolUse",
      "toolCall",
      "function_call",
      "function",
      "server_tool_use",
      "server_tool_call",
      "mcp_call",
      "custom_tool_call",
    ],
    tool_result: [
      "tool_call_response",
      "tool-result",
      "tool_result",
      "toolResult",
      "function_call_output",
      "tool_response",
      "server_tool_call_response",
      "web_search_tool_result",
      "custom_tool_call_output",
    ],
    media: [
      "image",
      "image_url",
      "input_image",
      "image-data",
      "image-url",
      "audio",
      "input_audio",
      "file",
      "file-data",
      "input_file",
      "document",
      "blob",
      "uri",
      "media",
      "video",
      "anthropic_image",
      "anthropic_document",
    ],
    nothing: ["step-start", "source", "cachePoint"],
  }).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const)),
);

/** Blocks without a type: Bedrock, Gemini and Genkit name the kind by key. */
const keyKinds: readonly (readonly [string, Kind])[] = [
  ["toolUse", "tool_call"],
  ["functionCall", "tool_call"],
  ["function_call", "tool_call"],
  ["toolRequest", "tool_call"],
  ["toolResult", "tool_result"],
  ["functionResponse", "tool_result"],
  ["function_response", "tool_result"],
  ["toolResponse", "tool_result"],
  ["inlineData", "media"],
  ["inline_data", "media"],
  ["fileData", "media"],
  ["file_data", "media"],
  ["media", "media"],
  ["image", "media"],
  ["document", "media"],
  ["reasoningContent", "reasoning"],
  ["reasoning", "reasoning"],
  ["cachePoint", "nothing"],
  ["refusal", "refusal"],
  ["text", "text"],
];

function kindByKeys(block: JsonObject): Kind | undefined {
  if (at(block, "thought") === true) return "reasoning";
  for (const [key, kind] of keyKinds) if (at(block, key) !== undefined) return kind;
  if (first(block, "toolName", "toolCallId") !== undefined)
    return first(block, "result", "output") === undefined ? "tool_call" : "tool_result";
  return typeof at(block, "content") === "string" && at(block, "type") === undefined ? "text" : undefined;
}

function textPart(type: "text" | "reasoning" | "refusal", value: Json | undefined): Part | undefined {
  const text = isObject(value) ? textOf(first(value, "value", "text")) : textOf(value);
  return text === undefined ? undefined : { type, text };
}

function reasoningOf(block: JsonObject): Json | undefined {
  const direct = first(block, "thinking", "text", "reasoning", "content");
  if (typeof direct === "string") return direct;
  const content = first(block, "summary", "content", "reasoningContent");
  if (isList(content))
    return content.map((item) => (isObject(item) ? (textOf(first(item, "text", "content")) ?? "") : "")).join("\n");
  if (!isObject(content)) return undefined;
  const inner = at(content, "reasoningText");
  return isObject(inner) ? at(inner, "text") : first(content, "text");
}
