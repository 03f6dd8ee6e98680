import { type Loose, looseBoolean, looseObject, looseObjects, looseText } from "../../../lib/loose-json.ts";
import { openAiUsage } from "./chat.ts";
import { commonParams } from "./params.ts";
import { contentParts, text, toolCall, toolDefinitions, toolResponse } from "./parts.ts";
import type { ExchangeReader, OtelMessage, OtelPart } from "./reading.ts";
import { assembleResponse } from "./responses-stream.ts";

/** OpenAI's Responses. */
export const responses: ExchangeReader = {
  operation: "chat",
  request: (body) => {
    const instructions = looseText(body["instructions"]);
    const conversation = looseText(body["conversation"]) ?? looseText(looseObject(body["conversation"])?.["id"]);
    return {
      model: looseText(body["model"]),
      stream: looseBoolean(body["stream"]),
      system: instructions === undefined ? undefined : [text(instructions)],
      input: inputMessages(body["input"]),
      tools: toolDefinitions(body["tools"]),
      toolChoice: body["tool_choice"],
      params: {
        ...commonParams(body),
        "gen_ai.request.previous_response.id": looseText(body["previous_response_id"]),
      },
      user: looseText(body["user"]) ?? looseText(body["safety_identifier"]),
      session: conversation,
      metadata: looseObject(body["metadata"]),
    };
  },
  response: (body) => {
    const parts = looseObjects(body["output"]).flatMap(itemParts);
    const calls = parts.some(({ type }) => type === "tool_call");
    const finish = finishOf(body, calls);
    return {
      id: looseText(body["id"]),
      model: looseText(body["model"]),
      output: parts.length === 0 ? [] : [{ role: "assistant", parts }],
      finishReasons: finish === undefined ? [] : [finish],
      usage: openAiUsage(looseObject(body["usage"])),
    };
  },
  assemble: assembleResponse,
};

function inputMessages(input: unknown): OtelMessage[] {
  if (typeof input === "string") return [{ role: "user", parts: [text(input)] }];
  const messages: OtelMessage[] = [];
  for (const item of looseObjects(input)) {
    const role = roleOf(item);
    const parts = itemParts(item);
    const last = messages.at(-1);
    // Calls and reasoning are items beside the message they belong to.
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

function itemParts(item: Loose): OtelPart[] {
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
      const said = [...looseObjects(item["summary"]), ...looseObjects(item["content"])];
      const texts = said.flatMap((each) => looseText(each["text"]) ?? []);
      return texts.length === 0 ? [] : [{ type: "reasoning", content: texts.join("\n") }];
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
