import { z } from "zod";
import type { JudgeKind } from "../judge.ts";
import type { Completion, Wire } from "./completion.ts";

/** Default embeddings model per provider; absent if the provider offers no embeddings. */
export const usualEmbeddings: Readonly<Partial<Record<JudgeKind, string>>> = {
  openai: "text-embedding-3-small",
  gemini: "gemini-embedding-001",
};

const Vector = z.array(z.number()).min(1);
const Openai = z.object({
  data: z.array(z.object({ index: z.int(), embedding: Vector })),
  usage: z.object({ prompt_tokens: z.number().nonnegative() }).optional().catch(undefined),
});
const Gemini = z.object({ embeddings: z.array(z.object({ values: Vector })) });

const completionOf = (vectors: readonly (readonly number[])[], input?: number): Completion => ({
  text: "",
  tokens: input === undefined ? {} : { input, output: 0 },
  isCut: false,
  vectors,
});

/** Embeddings APIs by provider: OpenAI's embeddings, and Gemini's batchEmbedContents. */
export const embeddingWires: Readonly<Partial<Record<JudgeKind, Wire>>> = {
  openai: {
    request: ({ baseUrl }, key, { embed }) => ({
      url: `${baseUrl}/embeddings`,
      headers: key === "" ? {} : { authorization: `Bearer ${key}` },
      body: { model: embed?.model, input: embed?.texts, encoding_format: "float" },
    }),
    read(body) {
      const { data: parsed } = Openai.safeParse(body);
      if (!parsed) return undefined;
      const inOrder = parsed.data.toSorted((one, two) => one.index - two.index);
      return completionOf(
        inOrder.map(({ embedding }) => embedding),
        parsed.usage?.prompt_tokens,
      );
    },
  },
  gemini: {
    request: ({ baseUrl }, key, { embed }) => ({
      url: `${baseUrl}/models/${encodeURIComponent(embed?.model ?? "")}:batchEmbedContents`,
      headers: { "x-goog-api-key": key },
      body: {
        requests: embed?.texts.map((text) => ({
          model: `models/${embed.model}`,
          content: { parts: [{ text }] },
          taskType: "SEMANTIC_SIMILARITY",
        })),
      },
    }),
    read(body) {
      const { data: parsed } = Gemini.safeParse(body);
      return parsed && completionOf(parsed.embeddings.map(({ values }) => values));
    },
  },
};
