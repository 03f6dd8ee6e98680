import {
  type Loose,
  looseBoolean,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
  parsedJson,
} from "../loose-json.ts";
import type { Assembly, Dialect } from "./dialect.ts";
import { answer, blob, type Message, type Part, reasoning, text, texts, toolCall, toolResponse } from "./message.ts";
import { commonParams, toolsOf } from "./openai-parts.ts";
import { anthropicUsage } from "./usage.ts";

export const anthropicMessages: Dialect = {
  operation: "chat",
  readRequest: (body) => ({
    model: looseText(body["model"]),
    stream: looseBoolean(body["stream"]),
    system: partsOf(body["system"]),
    input: looseObjects(body["messages"]).flatMap(messagesOf),
    tools: toolsOf(body["tools"]),
    toolChoice: body["tool_choice"],
    params: commonParams(body),
    user: looseText(looseObject(body["metadata"])?.["user_id"]),
  }),
  readResponse: (body) => ({
    id: looseText(body["id"]),
    model: looseText(body["model"]),
    output: answer(partsOf(body["content"])),
    finishReasons: looseText(body["stop_reason"]) === undefined ? [] : [body["stop_reason"] as string],
    usage: anthropicUsage(looseObject(body["usage"])),
  }),
  assemble,
};

/** Moves tool results, which Anthropic puts inside a user message, into tool messages. */
function messagesOf(message: Loose): Message[] {
  const role = looseText(message["role"]) ?? "user";
  const parts = partsOf(message["content"]);
  const results = parts.filter(({ type }) => type === "tool_call_response");
  const rest = parts.filter(({ type }) => type !== "tool_call_response");
  return [
    ...(results.length === 0 ? [] : [{ role: "tool", parts: results }]),
    ...(rest.length === 0 && results.length > 0 ? [] : [{ role, parts: rest }]),
  ];
}

const partsOf = (content: unknown): Part[] =>
  typeof content === "string" ? texts(content) : looseObjects(content).map(partOf);

function partOf(block: Loose): Part {
  switch (block["type"]) {
    case "text":
      return text(looseText(block["text"]) ?? "");
    case "thinking":
      return reasoning(looseText(block["thinking"]) ?? "");
    case "tool_use":
    case "server_tool_use":
      return toolCall(block["id"], block["name"], block["input"]);
    case "tool_result":
      return toolResponse(block["tool_use_id"], resultOf(block["content"]));
    case "image":
    case "document":
      return sourcePart(block["type"], looseObject(block["source"]) ?? {});
    default:
      return { ...block, type: looseText(block["type"]) ?? "generic" };
  }
}

function sourcePart(modality: string, source: Loose): Part {
  switch (source["type"]) {
    case "base64":
      return blob(modality, source["media_type"], source["data"]);
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
  const isText = parts.length > 0 && parts.every((part) => part["type"] === "text");
  return isText ? parts.map((part) => looseText(part["text"]) ?? "").join("\n") : content;
}

interface Block {
  readonly start: Loose;
  text: string;
  json: string;
}

/** Assembles a message: blocks grow by index, and the last event brings the stop reason and final counts. */
function assemble(): Assembly {
  const blocks = new Map<number, Block>();
  const end: Record<string, unknown> = {};
  const usage: Record<string, unknown> = {};
  let [message, error]: [Loose?, Loose?] = [];
  let hasStopped = false;
  return {
    add(event) {
      const type = looseText(event["type"]);
      if (type === "message_start") {
        message = looseObject(event["message"]);
        Object.assign(usage, looseObject(message?.["usage"]));
      } else if (type === "message_delta") {
        Object.assign(end, looseObject(event["delta"]));
        Object.assign(usage, present(looseObject(event["usage"])));
      } else if (type === "message_stop") hasStopped = true;
      else if (type === "error" || event["error"] !== undefined) error = looseObject(event["error"]);
      else addBlock(blocks, event, type);
    },
    result() {
      if (!message) return { reply: undefined, error, ended: false };
      const content = [...blocks].sort(([a], [b]) => a - b).map(([, block]) => asBlock(block));
      const ended = hasStopped || looseText(end["stop_reason"]) !== undefined;
      // The output count is only final at the end of the message.
      const counted = ended ? usage : {};
      return { reply: { ...message, ...end, content, usage: counted }, error, ended };
    },
  };
}

const present = (usage: Loose | undefined) =>
  Object.fromEntries(Object.entries(usage ?? {}).filter(([, value]) => value !== null && value !== undefined));

function addBlock(blocks: Map<number, Block>, event: Loose, type: string | undefined): void {
  const index = looseNumber(event["index"]) ?? 0;
  if (type === "content_block_start") {
    // Copied because the SDK's helper modifies the block that it receives.
    blocks.set(index, { start: { ...looseObject(event["content_block"]) }, text: "", json: "" });
  }
  const block = blocks.get(index);
  const delta = looseObject(event["delta"]);
  if (type !== "content_block_delta" || !block || !delta) return;
  block.text += looseText(delta["text"]) ?? looseText(delta["thinking"]) ?? "";
  block.json += looseText(delta["partial_json"]) ?? "";
}

function asBlock({ start, text, json }: Block): Loose {
  switch (start["type"]) {
    case "text":
      return { ...start, text: (looseText(start["text"]) ?? "") + text };
    case "thinking":
      return { ...start, thinking: (looseText(start["thinking"]) ?? "") + text };
    case "tool_use":
    case "server_tool_use":
      return json === "" ? start : { ...start, input: parsedJson(json) ?? json };
    default:
      return start;
  }
}
