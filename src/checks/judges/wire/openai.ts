import { z } from "zod";
import { unreachable } from "../../../platform/http/unreachable.ts";
import type { JudgeModel } from "../judge.ts";
import type { Question } from "../prompt/prompt.ts";
import { type Completion, maxAnswerTokens, type Wire } from "./completion.ts";

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

  read(body): Completion | undefined {
    const parsed = Answer.safeParse(body);
    const [choice] = parsed.data?.choices ?? [];
    if (!parsed.success || !choice) return undefined;
    const { usage, model } = parsed.data;
    const { content, refusal } = choice.message;
    return {
      text: content ?? "",
      tokens: {
        ...(usage?.prompt_tokens === undefined ? {} : { input: usage.prompt_tokens }),
        ...(usage?.completion_tokens === undefined ? {} : { output: usage.completion_tokens }),
      },
      ...(refusal == null ? {} : { refused: refusal }),
      isCut: choice.finish_reason === "length",
      ...(model === undefined ? {} : { servedModel: model }),
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

const count = z.number().nonnegative().optional().catch(undefined);
const Answer = z.object({
  model: z.string().optional().catch(undefined),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish().catch(undefined) }),
    }),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).optional().catch(undefined),
});
