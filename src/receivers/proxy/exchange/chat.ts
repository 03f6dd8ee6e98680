import {
  type Loose,
  looseBoolean,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../../../lib/loose-json.ts";
import { assembleChat } from "./chat-stream.ts";
import { commonParams } from "./params.ts";
import { contentParts, toolCall, toolDefinitions, toolResponse } from "./parts.ts";
import type { ExchangeReader, OtelMessage, OtelPart, UsageReading } from "./reading.ts";

/** OpenAI's Chat Completions, as everybody who is compatible with it answers them. */
export const chat: ExchangeReader = {
  operation: "chat",
  request: (body) => ({
    model: looseText(body["model"]),
    stream: looseBoolean(body["stream"]),
    input: looseObjects(body["messages"]).map(chatMessage),
    tools: toolDefinitions(body["tools"] ?? body["functions"]),
    toolChoice: body["tool_choice"] ?? body["function_call"],
    params: commonParams(body),
    user: looseText(body["user"]) ?? looseText(body["safety_identifier"]),
    session: undefined,
    metadata: looseObject(body["metadata"]),
  }),
  response: (body) => {
    const choices = looseObjects(body["choices"]);
    return {
      id: looseText(body["id"]),
      model: looseText(body["model"]),
      output: choices.map((choice) => chatMessage({ role: "assistant", ...looseObject(choice["message"]) })),
      finishReasons: choices.flatMap((choice) => looseText(choice["finish_reason"]) ?? []),
      usage: openAiUsage(looseObject(body["usage"])),
    };
  },
  assemble: assembleChat,
};

/** Counts under OpenAI's two sets of names; its totals include cached and reasoning tokens. */
export function openAiUsage(usage: Loose | undefined): UsageReading {
  if (!usage) return {};
  const input = looseObject(usage["prompt_tokens_details"] ?? usage["input_tokens_details"]);
  const output = looseObject(usage["completion_tokens_details"] ?? usage["output_tokens_details"]);
  return {
    input: looseNumber(usage["prompt_tokens"]) ?? looseNumber(usage["input_tokens"]),
    output: looseNumber(usage["completion_tokens"]) ?? looseNumber(usage["output_tokens"]),
    cacheRead: looseNumber(input?.["cached_tokens"]) ?? looseNumber(usage["prompt_cache_hit_tokens"]),
    cacheWrite: looseNumber(input?.["cache_write_tokens"]),
    reasoning: looseNumber(output?.["reasoning_tokens"]),
  };
}

function chatMessage(message: Loose): OtelMessage {
  const role = looseText(message["role"]) ?? "user";
  const name = looseText(message["name"]);
  const named = name === undefined ? {} : { name };
  if (role === "tool" || role === "function") {
    return { role: "tool", ...named, parts: [toolResponse(message["tool_call_id"], flat(message["content"]))] };
  }
  return { role: role === "developer" ? "system" : role, ...named, parts: messageParts(message) };
}

function messageParts(message: Loose): OtelPart[] {
  const reasoning = looseText(message["reasoning_content"]) ?? looseText(message["reasoning"]);
  const refusal = looseText(message["refusal"]);
  const legacy = looseObject(message["function_call"]);
  return [
    ...(reasoning === undefined ? [] : [{ type: "reasoning", content: reasoning }]),
    ...contentParts(message["content"]),
    ...(refusal === undefined ? [] : [{ type: "refusal", content: refusal }]),
    ...looseObjects(message["tool_calls"]).map((call) => {
      const called = looseObject(call["function"]) ?? looseObject(call["custom"]) ?? {};
      return toolCall(call["id"], called["name"], called["arguments"] ?? called["input"]);
    }),
    ...(legacy ? [toolCall(undefined, legacy["name"], legacy["arguments"])] : []),
  ];
}

/** A tool's result that is a list of text parts is one text. */
function flat(content: unknown): unknown {
  const texts = looseObjects(content).map((part) => looseText(part["text"]));
  return texts.length > 0 && texts.every((each) => each !== undefined) ? texts.join("\n") : content;
}
