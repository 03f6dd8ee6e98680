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
import { bedrockUsage } from "../../dialects/usage.ts";
import { type Loose, looseObject, looseObjects, looseText } from "../../loose-json.ts";
import type { AnswerFacts } from "../../ports/translator.ts";

/** Translates Converse's response to OpenAI's completion. The response contains neither an id nor the model. */
export function answerOf(body: Loose, { model, header }: AnswerFacts): ChatAnswer | undefined {
  const content = looseObject(looseObject(body["output"])?.["message"])?.["content"];
  if (!Array.isArray(content)) return undefined;
  const blocks = looseObjects(content);
  const stop = looseText(body["stopReason"]);
  const thinking = blocks.flatMap((block) => thinkingOf(looseObject(block["reasoningContent"])));
  const message = chatMessage({
    text: blocks.map((block) => looseText(block["text"]) ?? "").join(""),
    reasoning: thinking.flatMap((block) => (block.type === "thinking" ? block.thinking : [])).join("\n"),
    thinking,
    calls: blocks.flatMap(callOf),
  });
  const native = stop === undefined ? {} : { native_finish_reason: stop };
  const usage = chatUsage(bedrockUsage(looseObject(body["usage"])));
  return {
    ...namesOf({ model, header }),
    choices: [{ index: 0, message, finish_reason: finishOf(stop), ...native, logprobs: null }],
    ...(usage ? { usage } : {}),
  };
}

export function namesOf({ model, header }: Pick<AnswerFacts, "model" | "header">): { id?: string; model: string } {
  const id = header?.("x-amzn-requestid");
  return id === undefined ? { model } : { id, model };
}

function thinkingOf(reasoning: Loose | undefined): ThinkingBlock[] {
  if (!reasoning) return [];
  const redacted = looseText(reasoning["redactedContent"]);
  if (redacted !== undefined) return [{ type: "redacted_thinking", data: redacted }];
  const text = looseObject(reasoning["reasoningText"]) ?? {};
  const signature = looseText(text["signature"]);
  return [{ type: "thinking", thinking: looseText(text["text"]) ?? "", ...(signature ? { signature } : {}) }];
}

function callOf(block: Loose): ResponseToolCall[] {
  const use = looseObject(block["toolUse"]);
  if (!use) return [];
  const called = { name: looseText(use["name"]) ?? "", arguments: JSON.stringify(use["input"] ?? {}) };
  return [{ id: looseText(use["toolUseId"]) ?? "", type: "function", function: called }];
}

export function finishOf(stop: string | undefined): ChatFinish {
  switch (stop) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "tool_use":
      return "tool_calls";
    case "guardrail_intervened":
    case "content_filtered":
      return "content_filter";
    case "malformed_model_output":
    case "malformed_tool_use":
      return "error";
    default:
      return "stop";
  }
}

/** The error type is in a header (`ValidationException:http://…`), in `__type`, or in the event type. */
export function errorOf(
  body: Loose | undefined,
  { status, header }: Pick<AnswerFacts, "status" | "header">,
): ChatError {
  const kind = header?.("x-amzn-errortype") ?? looseText(body?.["__type"]);
  const code = kind?.replace(/^.*#/, "").replace(/:.*$/, "");
  const message = looseText(body?.["message"]) ?? looseText(body?.["Message"]);
  return chatError(status, code, message ?? `Bedrock answered ${status ?? "an error"}`);
}
