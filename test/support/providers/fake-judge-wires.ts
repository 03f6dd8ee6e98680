import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { JudgeKind } from "../../../src/checks/judges/judge.ts";
import type { Question } from "../../../src/checks/judges/prompt/prompt.ts";
import type { Schema } from "../../../src/checks/judges/prompt/schema.ts";

/** What a provider accepts: its path, its key header and the fields of its body. */
export interface FakeWire {
  /** Returns the question of a request, or undefined for a request that this provider would refuse. */
  questionIn(request: IncomingMessage, body: unknown): { question: Question; model: string } | undefined;
  /** Wraps the judge's response in the provider's. */
  answer(content: string, model: string): unknown;
  readonly down: { readonly status: number; readonly body: unknown };
  readonly key: (key: string) => readonly [header: string, value: string];
}

const record = z.record(z.string(), z.unknown());

const OpenAi = z.strictObject({
  model: z.string(),
  temperature: z.number().optional(),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  messages: z.tuple([
    z.strictObject({ role: z.literal("system"), content: z.string() }),
    z.strictObject({ role: z.literal("user"), content: z.string() }),
  ]),
  response_format: z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({ name: z.string().regex(/^[\w-]{1,64}$/), strict: z.literal(true), schema: record }),
  }),
});

const Anthropic = z.strictObject({
  model: z.string(),
  // Required by this provider only.
  max_tokens: z.int().positive(),
  temperature: z.number().optional(),
  system: z.string(),
  messages: z.tuple([z.strictObject({ role: z.literal("user"), content: z.string() })]),
  tools: z.tuple([z.strictObject({ name: z.string(), description: z.string(), input_schema: record })]),
  tool_choice: z.strictObject({ type: z.literal("tool"), name: z.string() }),
});

const parts = z.strictObject({ parts: z.tuple([z.strictObject({ text: z.string() })]) });
const Gemini = z.strictObject({
  systemInstruction: parts,
  contents: z.tuple([parts.extend({ role: z.literal("user") })]),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().positive(),
    temperature: z.number().optional(),
    responseMimeType: z.literal("application/json"),
    responseSchema: record,
  }),
});

export const fakeWires: Readonly<Record<JudgeKind, FakeWire>> = {
  openai: {
    questionIn({ url }, body) {
      const { data } = OpenAi.safeParse(body);
      if (url !== "/v1/chat/completions" || !data) return undefined;
      const [{ content: system }, { content: user }] = data.messages;
      return { question: { system, user, schema: data.response_format.json_schema.schema }, model: data.model };
    },
    answer: (content, model) => ({
      id: "x",
      object: "chat.completion",
      model,
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
    }),
    down: { status: 503, body: { error: { message: "overloaded", type: "server_error" } } },
    key: (key) => ["authorization", `Bearer ${key}`],
  },

  anthropic: {
    questionIn({ url, headers }, body) {
      const { data } = Anthropic.safeParse(body);
      if (url !== "/v1/messages" || headers["anthropic-version"] === undefined || !data) return undefined;
      const [tool] = data.tools;
      if (data.tool_choice.name !== tool.name) return undefined;
      const question = { system: data.system, user: data.messages[0].content, schema: tool.input_schema };
      return { question, model: data.model };
    },
    answer: (content, model) => ({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model,
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "Here are the verdicts." },
        { type: "tool_use", id: "toolu_1", name: "give_verdicts", input: JSON.parse(content) as unknown },
      ],
      usage: { input_tokens: 600, cache_read_input_tokens: 400, cache_creation_input_tokens: 0, output_tokens: 100 },
    }),
    down: { status: 529, body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } },
    key: (key) => ["x-api-key", key],
  },

  gemini: {
    questionIn({ url = "" }, body) {
      const model = /^\/v1\/models\/([^/:]+):generateContent$/.exec(url)?.[1];
      const { data } = Gemini.safeParse(body);
      if (model === undefined || !data) return undefined;
      const [{ text: system }] = data.systemInstruction.parts;
      const [{ text: user }] = data.contents[0].parts;
      const schema = fromOpenApi(data.generationConfig.responseSchema);
      return schema && { question: { system, user, schema }, model: decodeURIComponent(model) };
    },
    answer: (content, model) => ({
      candidates: [
        {
          index: 0,
          finishReason: "STOP",
          content: { role: "model", parts: [{ text: "Let me see.", thought: true }, { text: content }] },
        },
      ],
      usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 60, thoughtsTokenCount: 40 },
      modelVersion: model,
    }),
    down: { status: 503, body: { error: { code: 503, status: "UNAVAILABLE", message: "The model is overloaded." } } },
    key: (key) => ["x-goog-api-key", key],
  },
};

const Node = z.strictObject({
  type: z.enum(["OBJECT", "ARRAY", "STRING", "BOOLEAN", "INTEGER", "NUMBER"]),
  properties: record.optional(),
  propertyOrdering: z.array(z.string()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
});

/** Converts Gemini's schema to JSON Schema; returns undefined for a key or type that Gemini does not support. */
function fromOpenApi(schema: unknown): Schema | undefined {
  const { data } = Node.safeParse(schema);
  if (!data) return undefined;
  const { type, properties, items } = data;
  const inner = Object.entries(properties ?? {}).map(([name, one]) => [name, fromOpenApi(one)] as const);
  const item = items === undefined ? undefined : fromOpenApi(items);
  if (inner.some(([, one]) => one === undefined) || (items !== undefined && !item)) return undefined;
  return {
    type: type.toLowerCase(),
    ...(properties ? { properties: Object.fromEntries(inner) } : {}),
    ...(item ? { items: item } : {}),
  };
}
