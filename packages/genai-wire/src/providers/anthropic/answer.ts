import {
  type ChatAnswer,
  type ChatError,
  type ChatFinish,
  chatError,
  chatMessage,
  chatUsage,
  type ResponseToolCall,
} from "../../chat/answer.ts";
import type { ThinkingBlock } from "../../chat/request.ts";
import { anthropicUsage } from "../../dialects/usage.ts";
import { type Loose, looseObject, looseObjects, looseText } from "../../loose-json.ts";
import type { AnswerFacts } from "../../ports/translator.ts";

/** Translates Anthropic's message to OpenAI's completion. */
export function answerOf(body: Loose): ChatAnswer | undefined {
  if (body["type"] !== "message" || !Array.isArray(body["content"])) return undefined;
  const blocks = looseObjects(body["content"]);
  const stop = looseText(body["stop_reason"]);
  const usage = chatUsage(anthropicUsage(looseObject(body["usage"])));
  const message = chatMessage({
    text: blocks.map((block) => (block["type"] === "text" ? (looseText(block["text"]) ?? "") : "")).join(""),
    reasoning: blocks.flatMap((block) => looseText(block["thinking"]) ?? []).join("\n"),
    thinking: blocks.flatMap(thinkingOf),
    calls: blocks.flatMap(callOf),
  });
  const native = stop === undefined ? {} : { native_finish_reason: stop };
  return {
    ...textual({ id: body["id"], model: body["model"] }),
    choices: [{ index: 0, message, finish_reason: finishOf(stop), ...native, logprobs: null }],
    ...(usage ? { usage } : {}),
  };
}

export const textual = ({ id, model }: { id: unknown; model: unknown }) => ({
  ...(looseText(id) ? { id: looseText(id)! } : {}),
  ...(looseText(model) ? { model: looseText(model)! } : {}),
});

function thinkingOf(block: Loose): ThinkingBlock[] {
  if (block["type"] === "redacted_thinking")
    return [{ type: "redacted_thinking", data: looseText(block["data"]) ?? "" }];
  if (block["type"] !== "thinking") return [];
  const signature = looseText(block["signature"]);
  return [{ type: "thinking", thinking: looseText(block["thinking"]) ?? "", ...(signature ? { signature } : {}) }];
}

function callOf(block: Loose): ResponseToolCall[] {
  if (block["type"] !== "tool_use") return [];
  const called = { name: looseText(block["name"]) ?? "", arguments: JSON.stringify(block["input"] ?? {}) };
  return [{ id: looseText(block["id"]) ?? "", type: "function", function: called }];
}

export function finishOf(stop: string | undefined): ChatFinish {
  switch (stop) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "tool_use":
      return "tool_calls";
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}

/** Reads `{"type": "error", "error": {type, message}}`; an intermediate gateway may return anything. */
export function errorOf(body: Loose | undefined, { status }: Pick<AnswerFacts, "status">): ChatError {
  const error = looseObject(body?.["error"]) ?? {};
  const message = looseText(error["message"]) ?? looseText(body?.["message"]);
  return chatError(status, looseText(error["type"]), message ?? `Anthropic answered ${status ?? "an error"}`);
}
