import { looseBoolean, looseList, looseObject, looseObjects, looseText } from "../../../lib/loose-json.ts";
import { openAiUsage } from "./chat.ts";
import { assembleChat } from "./chat-stream.ts";
import { commonParams } from "./params.ts";
import { text } from "./parts.ts";
import type { ExchangeReader } from "./reading.ts";

/** OpenAI's legacy completions: prompts in, texts out. */
export const completions: ExchangeReader = {
  operation: "text_completion",
  request: (body) => ({
    model: looseText(body["model"]),
    stream: looseBoolean(body["stream"]),
    input: texts(body["prompt"]).map((prompt) => ({ role: "user", parts: [text(prompt)] })),
    tools: [],
    params: commonParams(body),
    user: looseText(body["user"]),
  }),
  response: (body) => {
    const choices = looseObjects(body["choices"]);
    return {
      id: looseText(body["id"]),
      model: looseText(body["model"]),
      output: choices.map((choice) => ({ role: "assistant", parts: [text(looseText(choice["text"]) ?? "")] })),
      finishReasons: choices.flatMap((choice) => looseText(choice["finish_reason"]) ?? []),
      usage: openAiUsage(looseObject(body["usage"])),
    };
  },
  assemble: assembleChat,
};

/** Texts of a prompt or of an embedding's input; lists of token numbers have none. */
export function texts(value: unknown): string[] {
  return typeof value === "string" ? [value] : looseList(value).flatMap((each) => looseText(each) ?? []);
}
