import { blockedBy, geminiContent } from "../../../../packages/genai-wire/src/dialects/gemini.ts";
import { looseObject, looseObjects } from "../../../../packages/genai-wire/src/loose-json.ts";
import type { Schema } from "../prompt/schema.ts";
import { completionOf, maxAnswerTokens, type Wire } from "./completion.ts";

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

  read(body) {
    const answer = looseObject(body);
    const [candidate] = looseObjects(answer?.["candidates"]);
    const finish = candidate?.["finishReason"];
    const blocked = (answer && blockedBy(answer)) ?? (finish === "SAFETY" ? finish : undefined);
    if (!answer || (!candidate && blocked === undefined)) return undefined;
    return {
      ...completionOf(geminiContent.readResponse(answer)),
      ...(blocked === undefined ? {} : { refused: `blocked: ${blocked}` }),
    };
  },
};

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
