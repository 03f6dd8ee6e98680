import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createJudgeExecutor } from "../../../src/checks/judges/executor.ts";
import { createJudgeGate } from "../../../src/checks/judges/gate.ts";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import type { JudgeKind } from "../../../src/checks/judges/judge.ts";
import { createJudgeClient } from "../../../src/checks/judges/judge-client.ts";
import { createAddressGuard } from "../../../src/platform/http/address.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { dialog } from "../../support/data/datapoints.ts";
import { aJudge } from "../../support/providers/judge-models.ts";

/** The exact request of each provider; anything else gets a 400. */
const OpenAi = z.strictObject({
  model: z.literal("text-embedding-3-small"),
  input: z.array(z.string()).length(2),
  encoding_format: z.literal("float"),
});
const Gemini = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        model: z.literal("models/gemini-embedding-001"),
        content: z.strictObject({ parts: z.tuple([z.strictObject({ text: z.string() })]) }),
        taskType: z.literal("SEMANTIC_SIMILARITY"),
      }),
    )
    .length(2),
});

/** The vector depends on whether the text mentions Tuesday. */
const vectorOf = (text: string) => (text.includes("Tuesday") ? [0.6, 0.8] : [0.8, -0.6]);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const answer = answerTo(request.url ?? "", JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(answer ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
});

function answerTo(url: string, body: unknown): unknown {
  if (url === "/v1/embeddings") {
    const data = OpenAi.parse(body).input.map((text, index) => ({
      object: "embedding",
      index,
      embedding: vectorOf(text),
    }));
    return { object: "list", data: data.toReversed(), usage: { prompt_tokens: 12, total_tokens: 12 } };
  }
  if (url !== "/v1/models/gemini-embedding-001:batchEmbedContents") return undefined;
  const texts = Gemini.parse(body).requests.map(({ content }) => content.parts[0].text);
  return { embeddings: texts.map((text) => ({ values: vectorOf(text) })) };
}

let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => void server.close());

async function similarity(kind: JudgeKind, output: string) {
  const judge = aJudge({ kind, baseUrl: url });
  await using judgeClient = createJudgeClient({
    judges: { key: () => Promise.resolve("k") },
    gate: createJudgeGate({
      spend: { reserve: () => Promise.resolve(true), settle: () => Promise.resolve() },
      now: () => 0,
    }),
    guard: createAddressGuard(["127.0.0.0/8"]),
  });
  const { judgeNow } = createJudgeExecutor({
    find: ({ check }) => Promise.resolve(judgeChecks.get(check)),
    judges: { list: () => Promise.resolve([judge]) },
    spend: { skip: () => Promise.resolve() },
    judgeClient,
    now: () => 0,
  });
  const check = judgeChecks.get("embedding_similarity");
  if (!check) throw new Error("no embedding_similarity");
  const expected = { reference: "The parcel comes on Tuesday." };
  return await judgeNow(globalProject, check, { datapoint: dialog({ output }), options: {}, expected });
}

test.each(["openai", "gemini"] as const)(
  "the vectors of %s measure the similarity of an answer and its reference",
  async (kind) => {
    expect(await similarity(kind, "It is there on Tuesday.")).toMatchObject({ outcome: { kind: "passed", value: 1 } });
    expect(await similarity(kind, "Penguins live in the south.")).toMatchObject({
      outcome: { kind: "failed", value: 0 },
    });
  },
);

test("vectors are paid at the price of the model that gives them", async () => {
  expect((await similarity("openai", "On Tuesday.")).meter).toMatchObject({
    inputTokens: 12,
    costUsd: (12 * 0.02) / 1e6,
  });
});

test("the outcome names a provider without embeddings", async () => {
  expect(await similarity("anthropic", "On Tuesday.")).toMatchObject({
    outcome: { kind: "skipped", reason: "no embeddings model: the provider of Mini offers none" },
  });
});
