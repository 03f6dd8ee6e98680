import { z } from "zod";
import type { Schema } from "../prompt/schema.ts";
import { type Completion, maxAnswerTokens, type Wire } from "./completion.ts";

export const geminiWire: Wire = {
  request: (model, key, { system, user, schema }) => ({
    url: `${model.baseUrl}/models/${encodeURIComponent(model.model)}:generateContent`,
    headers: { "x-goog-api-key": key },
    body: {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: "user", parts: [{ text: user }] }],
      generationConfig: {
        maxOutputTokens: maxAnswerTokens,
        ...(model.temperature === undefined ? {} : { temperature: model.temperature }),
        ...(model.structuredOutput === "text" ? {} : { responseMimeType: "application/json" }),
        ...(model.structuredOutput === "schema" ? { responseSchema: openApiSchema(schema) } : {}),
      },
    },
  }),

  read(body): Completion | undefined {
    const parsed = Answer.safeParse(body);
    if (!parsed.success) return undefined;
    const { candidates = [], usageMetadata, promptFeedback, modelVersion } = parsed.data;
    const [candidate] = candidates;
    const blocked = promptFeedback?.blockReason ?? (candidate?.finishReason === "SAFETY" ? "SAFETY" : undefined);
    if (!candidate && blocked === undefined) return undefined;
    return {
      text: (candidate?.content?.parts ?? [])
        .filter(({ thought }) => thought !== true)
        .map(({ text = "" }) => text)
        .join(""),
      tokens: tokensOf(usageMetadata),
      ...(blocked === undefined ? {} : { refused: `blocked: ${blocked}` }),
      isCut: candidate?.finishReason === "MAX_TOKENS",
      ...(modelVersion === undefined ? {} : { servedModel: modelVersion }),
    };
  },
};

/** Thinking is billed as output. */
function tokensOf(usage: z.infer<typeof Answer>["usageMetadata"]): Completion["tokens"] {
  const {
    promptTokenCount: input,
    candidatesTokenCount: candidateTokens,
    thoughtsTokenCount: thought = 0,
  } = usage ?? {};
  return {
    ...(input === undefined ? {} : { input }),
    ...(candidateTokens === undefined ? {} : { output: candidateTokens + thought }),
  };
}

/**
 * Converts to Gemini's OpenAPI schema: upper-case types, string enums only, explicit property order, no
 * `additionalProperties`.
 */
function openApiSchema(schema: Schema): Schema {
  const {
    type,
    properties,
    items,
    required,
    enum: values,
  } = schema as {
    type: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    required?: readonly string[];
    enum?: readonly unknown[];
  };
  return {
    type: type.toUpperCase(),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, openApiSchema(value)])),
          propertyOrdering: Object.keys(properties),
        }
      : {}),
    ...(items ? { items: openApiSchema(items) } : {}),
    ...(required ? { required } : {}),
    ...(values && type === "string" ? { enum: values } : {}),
  };
}

const count = z.number().nonnegative().optional().catch(undefined);
const Answer = z.object({
  modelVersion: z.string().optional().catch(undefined),
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z
              .array(z.object({ text: z.string().optional(), thought: z.boolean().optional() }))
              .optional()
              .catch(undefined),
          })
          .optional()
          .catch(undefined),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional().catch(undefined),
  usageMetadata: z
    .object({ promptTokenCount: count, candidatesTokenCount: count, thoughtsTokenCount: count })
    .optional()
    .catch(undefined),
});
