import { type Loose, looseBoolean, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import type { Assembly, Dialect, ModelResponse } from "./dialect.ts";
import { answer, type Message, type Part, reasoning, text, toolCall, toolResponse } from "./message.ts";
import { commonParams, contentParts, responseFormatOf, toolsOf } from "./openai-parts.ts";
import { readUsage } from "./usage.ts";

export const openAiResponses: Dialect = {
  operation: "chat",
  readRequest: (body) => {
    const instructions = looseText(body["instructions"]);
    return {
      model: looseText(body["model"]),
      stream: looseBoolean(body["stream"]),
      system: instructions === undefined ? undefined : [text(instructions)],
      input: inputOf(body["input"]),
      tools: toolsOf(body["tools"]),
      toolChoice: body["tool_choice"],
      responseFormat: responseFormatOf(body),
      params: {
        ...commonParams(body),
        "gen_ai.request.previous_response.id": looseText(body["previous_response_id"]),
      },
      user: looseText(body["user"]) ?? looseText(body["safety_identifier"]),
      session: looseText(body["conversation"]) ?? looseText(looseObject(body["conversation"])?.["id"]),
    };
  },
  readResponse,
  assemble,
};

function readResponse(body: Loose): ModelResponse {
  const parts = looseObjects(body["output"]).flatMap(itemParts);
  const finish = finishOf(
    body,
    parts.some(({ type }) => type === "tool_call"),
  );
  return {
    id: looseText(body["id"]),
    model: looseText(body["model"]),
    output: answer(parts),
    finishReasons: finish === undefined ? [] : [finish],
    usage: readUsage(body["usage"]),
  };
}

function inputOf(input: unknown): Message[] {
  if (typeof input === "string") return [{ role: "user", parts: [text(input)] }];
  const messages: Message[] = [];
  for (const item of looseObjects(input)) {
    const role = roleOf(item);
    const parts = itemParts(item);
    const last = messages.at(-1);
    // Tool calls and reasoning are separate items; they belong to the adjacent assistant message.
    const joins = last?.role === "assistant" && role === "assistant" && item["role"] === undefined;
    if (joins) messages[messages.length - 1] = { ...last, parts: [...last.parts, ...parts] };
    else messages.push({ role, parts });
  }
  return messages;
}

function roleOf(item: Loose): string {
  const role = looseText(item["role"]);
  if (role !== undefined) return role === "developer" ? "system" : role;
  return looseText(item["type"])?.endsWith("_output") === true ? "tool" : "assistant";
}

function itemParts(item: Loose): Part[] {
  switch (item["type"] ?? "message") {
    case "message":
      return contentParts(item["content"]);
    case "function_call":
    case "custom_tool_call":
      return [toolCall(item["call_id"] ?? item["id"], item["name"], item["arguments"] ?? item["input"])];
    case "function_call_output":
    case "custom_tool_call_output":
      return [toolResponse(item["call_id"], item["output"])];
    case "reasoning": {
      const entries = [...looseObjects(item["summary"]), ...looseObjects(item["content"])];
      const thoughts = entries.flatMap((each) => looseText(each["text"]) ?? []);
      return thoughts.length === 0 ? [] : [reasoning(thoughts.join("\n"))];
    }
    default:
      return [{ ...item, type: looseText(item["type"]) ?? "generic" }];
  }
}

function finishOf(body: Loose, calls: boolean): string | undefined {
  switch (looseText(body["status"])) {
    case "completed":
      return calls ? "tool_calls" : "stop";
    case "incomplete": {
      const reason = looseText(looseObject(body["incomplete_details"])?.["reason"]);
      return reason === "max_output_tokens" || reason === undefined ? "length" : reason;
    }
    case "failed":
      return "error";
    default:
      return undefined;
  }
}

const last = new Set(["response.completed", "response.incomplete", "response.failed", "response.cancelled"]);

/** The last event holds the whole response; an interrupted stream is assembled from the items received so far. */
function assemble(): Assembly {
  const items = new Map<number, Loose>();
  const texts = new Map<number, string>();
  let [first, whole, error]: [Loose?, Loose?, Loose?] = [];
  return {
    add(event) {
      const type = looseText(event["type"]) ?? "";
      const response = looseObject(event["response"]);
      first ??= response;
      if (response && last.has(type)) whole = response;
      if (type === "error") error = looseObject(event["error"]) ?? event;
      const index = looseNumber(event["output_index"]);
      if (index === undefined) return;
      const item = looseObject(event["item"]);
      if (item) items.set(index, item);
      if (item && type === "response.output_item.done") texts.delete(index);
      if (type === "response.output_text.delta")
        texts.set(index, (texts.get(index) ?? "") + (looseText(event["delta"]) ?? ""));
    },
    result() {
      if (whole) return { response: readResponse(whole), error: looseObject(whole["error"]), ended: true };
      if (!first) return { response: undefined, error, ended: false };
      const output = [...items].map(([index, item]) => {
        const text = texts.get(index);
        return text === undefined ? item : { ...item, content: [{ type: "output_text", text: text }] };
      });
      return { response: readResponse({ ...first, output, status: "in_progress" }), error, ended: false };
    },
  };
}
