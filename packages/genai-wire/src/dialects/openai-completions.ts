import {
  type Loose,
  looseBoolean,
  looseList,
  looseNumber,
  looseObject,
  looseObjects,
  looseText,
} from "../loose-json.ts";
import type { Assembly, Dialect, ModelResponse } from "./dialect.ts";
import { answer, text, texts } from "./message.ts";
import { commonParams } from "./openai-parts.ts";
import { readUsage } from "./usage.ts";

/** OpenAI's legacy text completions. A prompt of token ids is stored as JSON. */
export const openAiCompletions: Dialect = {
  operation: "text_completion",
  readRequest: (body) => ({
    model: looseText(body["model"]),
    stream: looseBoolean(body["stream"]),
    input: prompts(body["prompt"]).map((prompt) => ({ role: "user", parts: [text(prompt)] })),
    params: commonParams(body),
    user: looseText(body["user"]),
  }),
  readResponse,
  assemble,
};

function readResponse(body: Loose): ModelResponse {
  const choices = looseObjects(body["choices"]);
  return {
    id: looseText(body["id"]),
    model: looseText(body["model"]),
    output: choices.flatMap((choice) => answer(texts(choice["text"]))),
    finishReasons: choices.flatMap((choice) => looseText(choice["finish_reason"]) ?? []),
    usage: readUsage(body["usage"]),
  };
}

export function prompts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  const items = looseList(value);
  if (items.every((item) => typeof item === "string")) return items;
  return items.some((item) => typeof item === "number")
    ? [JSON.stringify(items)]
    : items.map((item) => JSON.stringify(item));
}

function assemble(): Assembly {
  const choices = new Map<number, { text: string; finish_reason: string | undefined }>();
  let [id, model, usage, error]: [string?, string?, Loose?, Loose?] = [];
  return {
    add(chunk) {
      id ??= looseText(chunk["id"]);
      model ??= looseText(chunk["model"]);
      usage = looseObject(chunk["usage"]) ?? usage;
      error ??= looseObject(chunk["error"]);
      for (const choice of looseObjects(chunk["choices"])) {
        const index = looseNumber(choice["index"]) ?? 0;
        const known = choices.get(index) ?? { text: "", finish_reason: undefined };
        known.text += looseText(choice["text"]) ?? "";
        known.finish_reason = looseText(choice["finish_reason"]) ?? known.finish_reason;
        choices.set(index, known);
      }
    },
    result: () => ({
      response: choices.size === 0 ? undefined : readResponse({ id, model, usage, choices: [...choices.values()] }),
      error,
      ended: choices.size > 0 && [...choices.values()].every((choice) => choice.finish_reason !== undefined),
    }),
  };
}
