import { z } from "zod";
import { type Completion, maxAnswerTokens, type Wire } from "./completion.ts";

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

  read(body): Completion | undefined {
    const parsed = Answer.safeParse(body);
    if (!parsed.success) return undefined;
    const { content, stop_reason, usage, model } = parsed.data;
    const call = content.find(({ type, name }) => type === "tool_use" && name === toolName);
    const text = call ? JSON.stringify(call.input) : content.map((part) => part.text ?? "").join("");
    return {
      text,
      tokens: {
        ...(usage?.input_tokens === undefined
          ? {}
          : {
              input:
                usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
            }),
        ...(usage?.output_tokens === undefined ? {} : { output: usage.output_tokens }),
      },
      ...(stop_reason === "refusal" ? { refused: "stop_reason refusal" } : {}),
      isCut: stop_reason === "max_tokens",
      ...(model === undefined ? {} : { servedModel: model }),
    };
  },
};

const toolName = "give_verdicts";
const count = z.number().nonnegative().optional().catch(undefined);
const Answer = z.object({
  model: z.string().optional().catch(undefined),
  stop_reason: z.string().nullish(),
  content: z.array(
    z.object({
      type: z.string(),
      text: z.string().optional(),
      name: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
    })
    .optional()
    .catch(undefined),
});
