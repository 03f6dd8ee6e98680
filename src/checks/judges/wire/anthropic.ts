import { anthropicMessages } from "../../../../packages/genai-wire/src/dialects/anthropic.ts";
import { looseObject } from "../../../../packages/genai-wire/src/loose-json.ts";
import { completionOf, maxAnswerTokens, type Wire } from "./completion.ts";

/** Anthropic Messages API: the schema is the input schema of a forced tool. */
export const anthropicWire: Wire = {
  request: (model, key, { system, user, schema }) => ({
    url: `${model.baseUrl}/messages`,
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: {
      model: model.model,
      max_tokens: maxAnswerTokens,
      ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
      system,
      messages: [{ role: "user", content: user }],
      ...(model.structuredOutput === "text"
        ? {}
        : {
            tools: [{ name: toolName, description: "Gives the verdicts.", input_schema: schema }],
            tool_choice: { type: "tool", name: toolName },
          }),
    },
  }),

  read(body) {
    const answer = looseObject(body);
    if (!Array.isArray(answer?.["content"])) return undefined;
    const response = anthropicMessages.readResponse(answer);
    const [stop] = response.finishReasons;
    return {
      ...completionOf(response, toolName),
      ...(stop === "refusal" ? { refused: "stop_reason refusal" } : {}),
    };
  },
};

const toolName = "give_verdicts";
