import type { Assembly, Dialect } from "../../../packages/genai-wire/src/dialects/dialect.ts";
import {
  answer,
  type Message,
  type Part,
  texts,
  toolCall,
  toolResponse,
} from "../../../packages/genai-wire/src/dialects/message.ts";
import { contentParts, toolsOf } from "../../../packages/genai-wire/src/dialects/openai-parts.ts";
import { readUsage } from "../../../packages/genai-wire/src/dialects/usage.ts";
import { type Loose, looseObject, looseObjects, looseText } from "../../../packages/genai-wire/src/loose-json.ts";

/** A LangChain chat model: its messages, and the token counts that it normalizes across providers. */
export const langChainModel: Dialect = {
  operation: "chat",
  readRequest: ({ messages, options }) => {
    const given = looseObject(options) ?? {};
    return {
      input: looseObjects(messages).map(messageOf),
      tools: toolsOf(given["tools"]),
      toolChoice: given["tool_choice"],
      params: { "gen_ai.request.stop_sequences": Array.isArray(given["stop"]) ? given["stop"].map(String) : undefined },
    };
  },
  readResponse: (result) => {
    const generations = looseObjects(result["generations"]);
    const messages = looseObjects(generations.map((each) => each["message"]));
    const [first] = messages;
    const metadata = looseObject(first?.["response_metadata"]);
    const reason = looseText(
      metadata?.["finish_reason"] ??
        metadata?.["stop_reason"] ??
        looseObject(generations[0]?.["generationInfo"])?.["finish_reason"],
    );
    return {
      id: looseText(first?.["id"]),
      model: looseText(metadata?.["model_name"] ?? metadata?.["model"]),
      output: messages.flatMap((message) => answer(partsOf(message))),
      finishReasons: reason === undefined ? [] : [reason],
      usage: readUsage(first?.["usage_metadata"]),
    };
  },
  assemble,
};

function messageOf(message: Loose): Message {
  const role = roleOf(message);
  if (role === "tool") return { role, parts: [toolResponse(message["tool_call_id"], message["content"])] };
  return { role, parts: partsOf(message) };
}

const roles: Readonly<Record<string, string>> = {
  human: "user",
  ai: "assistant",
  developer: "system",
  function: "tool",
};

function roleOf(message: Loose): string {
  const { getType, _getType: oldGetType } = message as { getType?: unknown; _getType?: unknown };
  const getRole = typeof getType === "function" ? getType : oldGetType;
  const type = typeof getRole === "function" ? (getRole.call(message) as unknown) : message["type"];
  return roles[looseText(type) ?? ""] ?? looseText(type) ?? "user";
}

function partsOf(message: Loose): Part[] {
  const { content } = message;
  const parts =
    typeof content === "string" ? texts(content) : contentParts(content).filter(({ type }) => !calls.has(type));
  return [
    ...parts,
    ...looseObjects(message["tool_calls"]).map((call) => toolCall(call["id"], call["name"], call["args"])),
  ];
}

/** Block types that `tool_calls` repeats. */
const calls = new Set(["tool_use", "tool_call", "function_call", "input_json_delta"]);

/** Joins chunks with the `concat` method of their messages. */
function assemble(): Assembly {
  let whole: unknown;
  let last: Loose | undefined;
  return {
    add(chunk) {
      const message = looseObject(chunk["message"]);
      const { concat } = (whole ?? {}) as { concat?: unknown };
      if (message) whole = typeof concat === "function" ? (concat.call(whole, message) as unknown) : message;
      last = { ...last, ...looseObject(chunk["generationInfo"]) };
    },
    result: () => ({
      response:
        whole === undefined
          ? undefined
          : langChainModel.readResponse({ generations: [{ message: whole, generationInfo: last }] }),
      ended: "by_returning",
    }),
  };
}
