import {
  type Loose,
  looseBoolean,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../../../lib/loose-json.ts";
import { assembleMessage } from "./messages-stream.ts";
import { commonParams } from "./params.ts";
import { blob, text, toolCall, toolDefinitions, toolResponse } from "./parts.ts";
import type { ExchangeReader, OtelMessage, OtelPart, UsageReading } from "./reading.ts";

/** Anthropic's Messages. */
export const messages: ExchangeReader = {
  operation: "chat",
  request: (body) => {
    const system = blockParts(body["system"]);
    const metadata = looseObject(body["metadata"]);
    return {
      model: looseText(body["model"]),
      stream: looseBoolean(body["stream"]),
      system: system.length === 0 ? undefined : system,
      input: looseObjects(body["messages"]).flatMap(anthropicMessages),
      tools: toolDefinitions(body["tools"]),
      toolChoice: body["tool_choice"],
      params: commonParams(body),
      user: looseText(metadata?.["user_id"]),
      metadata,
    };
  },
  response: (body) => {
    const stop = looseText(body["stop_reason"]);
    const parts = blockParts(body["content"]);
    return {
      id: looseText(body["id"]),
      model: looseText(body["model"]),
      output: parts.length === 0 ? [] : [{ role: "assistant", parts }],
      finishReasons: stop === undefined ? [] : [stop],
      usage: anthropicUsage(looseObject(body["usage"])),
    };
  },
  assemble: assembleMessage,
};

/** Anthropic counts cached tokens beside the input, the conventions within it. */
function anthropicUsage(usage: Loose | undefined): UsageReading {
  if (!usage) return {};
  const cacheRead = looseNumber(usage["cache_read_input_tokens"]);
  const cacheWrite = looseNumber(usage["cache_creation_input_tokens"]);
  const fresh = looseNumber(usage["input_tokens"]);
  const input = fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return { input, output: looseNumber(usage["output_tokens"]), cacheRead, cacheWrite };
}

/** Results of tools come inside a user's message; here they are a message of the tool. */
function anthropicMessages(message: Loose): OtelMessage[] {
  const role = looseText(message["role"]) ?? "user";
  const parts = blockParts(message["content"]);
  const results = parts.filter(({ type }) => type === "tool_call_response");
  const rest = parts.filter(({ type }) => type !== "tool_call_response");
  return [
    ...(results.length === 0 ? [] : [{ role: "tool", parts: results }]),
    ...(rest.length === 0 && results.length > 0 ? [] : [{ role, parts: rest }]),
  ];
}

function blockParts(content: unknown): OtelPart[] {
  if (typeof content === "string") return content === "" ? [] : [text(content)];
  return looseObjects(content).map(blockPart);
}

function blockPart(block: Loose): OtelPart {
  switch (block["type"]) {
    case "text":
      return text(looseText(block["text"]) ?? "");
    case "thinking":
      return { type: "reasoning", content: looseText(block["thinking"]) ?? "" };
    case "tool_use":
    case "server_tool_use":
      return toolCall(block["id"], block["name"], block["input"]);
    case "tool_result":
      return toolResponse(block["tool_use_id"], resultOf(block["content"]));
    case "image":
      return sourcePart("image", looseObject(block["source"]) ?? {});
    case "document":
      return sourcePart("document", looseObject(block["source"]) ?? {});
    default:
      return { ...block, type: looseText(block["type"]) ?? "generic" };
  }
}

function sourcePart(modality: string, source: Loose): OtelPart {
  switch (source["type"]) {
    case "base64":
      return blob(modality, looseText(source["media_type"]), looseText(source["data"]) ?? "");
    case "url":
      return { type: "uri", modality, uri: looseText(source["url"]) ?? "" };
    case "text":
      return text(looseText(source["data"]) ?? "");
    default:
      return { type: "file", modality, file_id: looseText(source["file_id"]) ?? "" };
  }
}

function resultOf(content: unknown): unknown {
  const parts = looseObjects(content);
  const plain = parts.length > 0 && parts.every((part) => part["type"] === "text");
  return plain ? parts.map((part) => looseText(part["text"]) ?? "").join("\n") : content;
}
