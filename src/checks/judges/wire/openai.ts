import { openAiChat } from "../../../../packages/genai-wire/src/dialects/openai-chat.ts";
import { looseObject, looseObjects, looseText } from "../../../../packages/genai-wire/src/loose-json.ts";
import { unreachable } from "../../../platform/http/unreachable.ts";
import type { JudgeModel } from "../judge.ts";
import type { Question } from "../prompt/prompt.ts";
import { completionOf, maxAnswerTokens, type Wire } from "./completion.ts";

/** OpenAI Chat Completions, also used by compatible providers. */
export const openaiWire: Wire = {
  request: (model, key, { system, user, schema }) => ({
    url: `${model.baseUrl}/chat/completions`,
    headers: key === "" ? {} : { authorization: `Bearer ${key}` },
    body: {
      model: model.model,
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      ...(model.temperature === undefined
        ? { max_completion_tokens: maxAnswerTokens }
        : { temperature: model.temperature, max_tokens: maxAnswerTokens }),
      ...formatOf(model, schema),
    },
  }),

  read(body) {
    const answer = looseObject(body);
    const [choice] = looseObjects(answer?.["choices"]);
    const message = looseObject(choice?.["message"]);
    if (!answer || !message) return undefined;
    const refused = looseText(message["refusal"]);
    return {
      ...completionOf(openAiChat.readResponse(answer)),
      ...(refused === undefined ? {} : { refused }),
    };
  },
};

function formatOf({ structuredOutput }: JudgeModel, schema: Question["schema"]) {
  switch (structuredOutput) {
    case "schema":
      return { response_format: { type: "json_schema", json_schema: { name: "verdicts", strict: true, schema } } };
    case "json":
      return { response_format: { type: "json_object" } };
    case "text":
      return {};
    default:
      return unreachable(structuredOutput);
  }
}
