import { type Loose, looseBoolean, looseNumber, looseObject, looseObjects, looseText } from "../loose-json.ts";
import type { Assembly, Dialect, ModelResponse } from "./dialect.ts";
import { type Message, type Part, reasoning, refusal, toolCall, toolResponse } from "./message.ts";
import { commonParams, contentParts, responseFormatOf, toolsOf } from "./openai-parts.ts";
import { readUsage } from "./usage.ts";

/** OpenAI's Chat Completions, as OpenAI-compatible providers return them. */
export const openAiChat: Dialect = {
  operation: "chat",
  readRequest: (body) => ({
    model: looseText(body["model"]),
    stream: looseBoolean(body["stream"]),
    input: looseObjects(body["messages"]).map(messageOf),
    tools: toolsOf(body["tools"] ?? body["functions"]),
    toolChoice: body["tool_choice"] ?? body["function_call"],
    responseFormat: responseFormatOf(body),
    params: commonParams(body),
    user: looseText(body["user"]) ?? looseText(body["safety_identifier"]),
  }),
  readResponse,
  assemble,
};

function readResponse(body: Loose): ModelResponse {
  const choices = looseObjects(body["choices"]);
  return {
    id: looseText(body["id"]),
    model: looseText(body["model"]),
    output: choices.map((choice) => messageOf({ role: "assistant", ...looseObject(choice["message"]) })),
    finishReasons: choices.flatMap((choice) => looseText(choice["finish_reason"]) ?? []),
    usage: readUsage(body["usage"]),
  };
}

function messageOf(message: Loose): Message {
  const role = looseText(message["role"]) ?? "user";
  const name = looseText(message["name"]);
  const named = name === undefined ? {} : { name };
  if (role === "tool" || role === "function") {
    return { role: "tool", ...named, parts: [toolResponse(message["tool_call_id"], flat(message["content"]))] };
  }
  return { role: role === "developer" ? "system" : role, ...named, parts: partsOf(message) };
}

function partsOf(message: Loose): Part[] {
  const thought = looseText(message["reasoning_content"]) ?? looseText(message["reasoning"]);
  const refused = looseText(message["refusal"]);
  const legacy = looseObject(message["function_call"]);
  return [
    ...(thought === undefined ? [] : [reasoning(thought)]),
    ...contentParts(message["content"]),
    ...(refused === undefined ? [] : [refusal(refused)]),
    ...looseObjects(message["tool_calls"]).map((call) => {
      const called = looseObject(call["function"]) ?? looseObject(call["custom"]) ?? {};
      return toolCall(call["id"], called["name"], called["arguments"] ?? called["input"]);
    }),
    ...(legacy ? [toolCall(undefined, legacy["name"], legacy["arguments"])] : []),
  ];
}

function flat(content: unknown): unknown {
  const texts = looseObjects(content).map((part) => looseText(part["text"]));
  return texts.length > 0 && texts.every((each) => each !== undefined) ? texts.join("\n") : content;
}

interface Choice {
  content: string;
  refusal: string;
  reasoning: string;
  finishReason: string | undefined;
  readonly calls: Map<number, { id: string | undefined; name: string; arguments: string }>;
}

/** Assembles chat completion chunks. Usage may be in a last chunk without choices, or with the last choice. */
function assemble(): Assembly {
  const choices = new Map<number, Choice>();
  let [id, model, usage, error]: [string?, string?, Loose?, Loose?] = [];
  return {
    add(chunk) {
      id ??= looseText(chunk["id"]);
      model ??= looseText(chunk["model"]);
      usage = looseObject(chunk["usage"]) ?? looseObject(looseObject(chunk["x_groq"])?.["usage"]) ?? usage;
      error ??= looseObject(chunk["error"]);
      for (const choice of looseObjects(chunk["choices"])) addChoice(choices, choice);
    },
    result() {
      if (id === undefined && choices.size === 0) return { response: undefined, error, ended: false };
      const ended = [...choices.values()].every(({ finishReason }) => finishReason !== undefined);
      const reply = { id, model, usage, choices: [...choices].sort(byIndex).map(asChoice) };
      return { response: readResponse(reply), error, ended };
    },
  };
}

function addChoice(choices: Map<number, Choice>, chunk: Loose): void {
  const index = looseNumber(chunk["index"]) ?? 0;
  const choice: Choice = choices.get(index) ?? {
    content: "",
    refusal: "",
    reasoning: "",
    finishReason: undefined,
    calls: new Map(),
  };
  choices.set(index, choice);
  choice.finishReason = looseText(chunk["finish_reason"]) ?? choice.finishReason;
  const delta = looseObject(chunk["delta"]);
  if (!delta) return;
  choice.content += looseText(delta["content"]) ?? "";
  choice.refusal += looseText(delta["refusal"]) ?? "";
  choice.reasoning += looseText(delta["reasoning_content"]) ?? looseText(delta["reasoning"]) ?? "";
  for (const [position, call] of looseObjects(delta["tool_calls"]).entries()) addCall(choice, call, position);
}

function addCall({ calls }: Choice, chunk: Loose, position: number): void {
  const index = looseNumber(chunk["index"]) ?? position;
  const call = calls.get(index) ?? { id: undefined, name: "", arguments: "" };
  calls.set(index, call);
  call.id = looseText(chunk["id"]) ?? call.id;
  const called = looseObject(chunk["function"]);
  call.name += looseText(called?.["name"]) ?? "";
  call.arguments += looseText(called?.["arguments"]) ?? "";
}

function asChoice([index, choice]: readonly [number, Choice]): Loose {
  const tool_calls = [...choice.calls].sort(byIndex).map(([, { id, ...called }]) => ({ id, function: called }));
  const { content, refusal, reasoning: reasoning_content, finishReason: finish_reason } = choice;
  return { index, finish_reason, message: { content, refusal, reasoning_content, tool_calls } };
}

const byIndex = ([a]: readonly [number, unknown], [b]: readonly [number, unknown]) => a - b;
