import { type Loose, looseBoolean, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import type { Dialect } from "./dialect.ts";
import { blob, type Message, type Part, reasoning, text, texts, toolCall, toolResponse } from "./message.ts";
import { commonParams, toolsOf } from "./openai-parts.ts";
import { type Block, type Reply, responseOf } from "./reply.ts";
import { assembleSteps, type Step, type StepReader } from "./steps.ts";
import { readUsage } from "./usage.ts";

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
  readResponse: (body) => responseOf(readReply(body)),
  assemble: () => assembleSteps(readSteps()),
};

export function readReply(body: Loose): Reply {
  const { content } = body;
  const blocks =
    typeof content === "string" ? texts(content).map((part) => ({ part })) : looseObjects(content).map(blockOf);
  return {
    id: looseText(body["id"]),
    model: looseText(body["model"]),
    choices: [{ index: 0, blocks, finish: looseText(body["stop_reason"]) }],
    usage: readUsage(body["usage"], "exclusive"),
  };
}

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

function blockOf(block: Loose): Block {
  const part = partOf(block);
  switch (block["type"]) {
    case "thinking":
      return { part, signature: looseText(block["signature"]) ?? "" };
    case "redacted_thinking":
      return { part, sealed: looseText(block["data"]) ?? "" };
    case "server_tool_use":
      return { part, isHosted: true };
    default:
      return { part };
  }
}

/** Blocks grow by index, and the last events bring the stop reason and the final counts. */
export function readSteps(): StepReader {
  const counts: Record<string, unknown> = {};
  const usage = (): Step => ({ kind: "usage", usage: readUsage(counts, "exclusive") });
  return (event) => {
    const at = looseNumber(event["index"]) ?? 0;
    switch (event["type"]) {
      case "message_start": {
        const message = looseObject(event["message"]) ?? {};
        Object.assign(counts, present(message["usage"]));
        return [{ kind: "begun", id: looseText(message["id"]), model: looseText(message["model"]) }];
      }
      case "content_block_start": {
        const block = blockOf(looseObject(event["content_block"]) ?? {});
        return [{ kind: "block", choice: 0, at, block, begins: true }];
      }
      case "content_block_delta":
        return pieces.flatMap(([name, what]) => {
          const piece = looseText(looseObject(event["delta"])?.[name]);
          return piece === undefined ? [] : [{ kind: "grown", choice: 0, at, what, piece }];
        });
      case "message_delta": {
        Object.assign(counts, present(event["usage"]));
        const reason = looseText(looseObject(event["delta"])?.["stop_reason"]);
        return reason === undefined ? [] : [{ kind: "finished", choice: 0, reason }, usage()];
      }
      case "message_stop":
        return [usage(), { kind: "ended" }];
      default:
        return event["type"] === "error" || event["error"] !== undefined
          ? [{ kind: "failed", error: looseObject(event["error"]) ?? {} }]
          : [];
    }
  };
}

/** The members of a delta. */
const pieces = [
  ["text", "text"],
  ["thinking", "reasoning"],
  ["signature", "signature"],
  ["partial_json", "json"],
] as const;

/** A null count did not change. */
const present = (usage: unknown) =>
  Object.fromEntries(Object.entries(looseObject(usage) ?? {}).filter(([, value]) => value !== null));
