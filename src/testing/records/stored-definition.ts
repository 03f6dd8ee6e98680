import { z } from "zod";
import type { HttpTarget, TargetRequest } from "../../providers/index.ts";
import { anyJson, jsonObject, type Members } from "../../storage/service.ts";
import type { GenerationModel, ModelDefinition } from "../registered-model.ts";

const text = z.string();
const optionalText = text.exactOptional();

const generation = z.object({
  type: z.literal("generation"),
  model: optionalText,
  judge: optionalText,
  temperature: z.number().exactOptional(),
  systemPromptTemplate: optionalText,
  userPromptTemplate: optionalText,
  dialogTemplate: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: text })).exactOptional(),
  tools: z.array(anyJson).exactOptional(),
  params: jsonObject.exactOptional(),
  timeoutMs: z.number().exactOptional(),
} satisfies Members<GenerationModel>);

const request = {
  method: z.enum(["POST", "GET", "PUT", "PATCH", "DELETE"]),
  url: text,
  headers: z.record(text, text),
  body: anyJson.exactOptional(),
} satisfies Members<TargetRequest>;

const http = z.object({
  type: z.literal("http"),
  auth: z.object({ ...request, tokenPath: text, secondsValid: z.number() }).exactOptional(),
  startSession: z
    .object({
      ...request,
      sessionIdPath: optionalText,
      messagePath: optionalText,
    } satisfies Members<NonNullable<HttpTarget["startSession"]>>)
    .exactOptional(),
  nextTurn: z.object({
    ...request,
    responsePath: text,
    toolCallsPath: optionalText,
    stream: z.object({ event: optionalText, stopAt: text }).exactOptional(),
  } satisfies Members<HttpTarget["nextTurn"]>),
  endSession: z.object(request).exactOptional(),
  timeoutMs: z.number(),
} satisfies Members<HttpTarget>);

export const storedDefinition: z.ZodType<ModelDefinition> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("custom"), batchSize: z.number().exactOptional() }),
  generation,
  http,
]);
