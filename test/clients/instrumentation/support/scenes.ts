import { type Exchange, wire } from "../../../support/providers/wire.ts";
import type { App } from "./apps.ts";
import type { Scene } from "./provider.ts";

/** One application for each supported SDK and major version. */
export const apps: readonly App[] = [
  ...["4.104.0", "5.23.2", "6.49.0", "7.55.0"].map((version) => appOf("openai", version, { openai: version })),
  ...["0.137.0", "1.12.0"].map((version) => appOf("anthropic", version, { "@anthropic-ai/sdk": version })),
  ...["1.52.0", "2.32.0", "3.1.0"].map((version) => appOf("google-genai", version, { "@google/genai": version })),
  appOf("bedrock", "3.1163.0", {
    "@aws-sdk/client-bedrock-runtime": "3.1163.0",
    "@smithy/node-http-handler": "4.14.2",
  }),
  ...[
    ["4.3.19", "0.2.16"],
    ["5.0.277", "1.0.61"],
    ["6.0.326", "2.0.87"],
    ["7.0.173", "3.0.92"],
  ].map(([version = "", provider = ""]) =>
    appOf("vercel-ai", version, { ai: version, "@ai-sdk/openai-compatible": provider, zod: "3.25.76" }),
  ),
  ...[
    ["0.3.79", "0.6.16"],
    ["1.3.4", "1.6.0"],
  ].map(([core = "", openai = ""]) =>
    appOf("langchain", core, { "@langchain/core": core, "@langchain/openai": openai }),
  ),
  // With its own OpenTelemetry, in its own copies.
  {
    name: "beside",
    packages: {
      openai: "7.55.0",
      "@opentelemetry/api": "1.9.0",
      "@opentelemetry/context-async-hooks": "2.0.1",
      "@opentelemetry/sdk-trace-base": "2.0.1",
    },
  },
  appOf("llamaindex", "0.12.1", { llamaindex: "0.12.1", "@llamaindex/openai": "0.4.23" }),
];

function appOf(sdk: string, version: string, packages: App["packages"]): App {
  const [major = "", minor = ""] = version.split(".");
  return { name: `${sdk}-${major === "0" ? `0.${minor}` : major}`, packages };
}

const one = (name: string, index = 0): Exchange => wire(name)[index]!;
/** Repeats the recorded exchange. */
const again = (act: string, name: string, index = 0, more: Partial<Scene> = {}): Scene => {
  const exchange = one(name, index);
  return { act, body: exchange.rawRequest, answers: [exchange], ...more };
};

const openAiScenes: readonly Scene[] = [
  again("create", "chat"),
  again("create", "tool-roundtrip"),
  again("create", "tool-roundtrip", 1),
  again("create", "n2"),
  again("create", "refusal"),
  again("create", "image"),
  again("create", "usage-details"),
  again("twice", "chat"),
  again("read", "chat-stream"),
  again("read", "stream-tool"),
  again("tee", "chat-stream"),
  again("helper", "chat-stream"),
  again("create", "error-401"),
  again("create", "error-429"),
  again("create", "context-length"),
  again("leave", "chat-stream", 0, { ending: "left" }),
  again("read", "chat-stream", 0, { ending: "dropped" }),
  again("responses", "responses-tool"),
  again("responses", "responses-incomplete"),
  again("responses", "responses-reasoning"),
  again("read responses", "responses-stream"),
  again("embeddings", "embeddings"),
];

const anthropicScenes: readonly Scene[] = [
  again("create", "messages-tool-roundtrip"),
  again("create", "messages-tool-roundtrip", 1),
  again("create", "messages-cache"),
  again("create", "messages-image"),
  again("beta", "messages-cache"),
  again("read", "messages-stream-tool"),
  again("read", "messages-stream-thinking"),
  again("helper", "messages-stream-tool"),
  again("create", "messages-error-529"),
  again("leave", "messages-stream-thinking", 0, { ending: "left" }),
  again("read", "messages-stream-thinking", 0, { ending: "dropped" }),
];

const geminiScenes: readonly Scene[] = [
  again("create", "gemini-chat"),
  again("text", "gemini-chat"),
  again("chat", "gemini-chat"),
  again("create", "gemini-tool"),
  again("read", "gemini-stream"),
  again("create", "gemini-error-429"),
  again("leave", "gemini-stream", 0, { ending: "left" }),
  again("read", "gemini-stream", 0, { ending: "dropped" }),
  {
    act: "embed",
    body: { texts: ["one", "two"] },
    answers: [
      {
        ...one("gemini-chat"),
        flavor: "gemini.embeddings",
        rawResponse: { embeddings: [{ values: [1] }, { values: [2] }] },
      },
    ],
  },
];

const bedrockScenes: readonly Scene[] = [
  again("create", "bedrock-chat"),
  again("whole", "bedrock-chat"),
  again("create", "bedrock-tool"),
  again("read", "bedrock-stream"),
  again("create", "bedrock-error-400"),
];

const toolSteps = (act: string): Scene => {
  const [first, second] = [one("tool-roundtrip"), one("tool-roundtrip", 1)];
  return { act, body: one("chat").rawRequest, answers: [first, second] };
};

/** The response with plain numbers, as the AI SDK requests them. */
const embedded: Exchange = {
  ...one("embeddings"),
  rawResponse: { ...one("embeddings").rawResponse, data: [0, 1].map((index) => ({ index, embedding: [0.1, 0.2] })) },
};

const vercelScenes: readonly Scene[] = [
  again("create", "chat"),
  again("read", "chat-stream"),
  toolSteps("steps"),
  toolSteps("agent"),
  again("create", "ai7-error-429"),
  again("leave", "chat-stream", 0, { ending: "left" }),
  again("read", "chat-stream", 0, { ending: "dropped" }),
  { act: "embeddings", body: embedded.rawRequest, answers: [embedded], untold: "responseModel" },
];

const langChainScenes: readonly Scene[] = [
  again("create", "chat"),
  again("read", "chat-stream"),
  again("chain", "chat"),
  again("create", "error-429"),
  again("own create", "chat"),
  again("own create", "oi-tool"),
  again("own read", "chat-stream"),
  again("own create", "error-429"),
];

const llamaIndexScenes: readonly Scene[] = [
  again("create", "chat"),
  again("read", "chat-stream"),
  again("create", "error-429"),
  again("embeddings", "embeddings"),
];

const scenesOf: Readonly<Record<string, readonly Scene[]>> = {
  openai: openAiScenes,
  anthropic: anthropicScenes,
  "google-genai": geminiScenes,
  bedrock: bedrockScenes,
  "vercel-ai": vercelScenes,
  langchain: langChainScenes,
  llamaindex: llamaIndexScenes,
};

export const cases = apps.flatMap((app) => {
  if (app.name === "beside") return [];
  const sdk = app.name.replace(/-[\d.]+$/, "");
  const scripts = sdk === "openai" ? ["openai.mjs", "openai.cjs"] : [`${sdk}.mjs`];
  return scripts.map((script) => ({ app, script, title: `${app.name} ${script}`, scenes: scenesOf[sdk] ?? [] }));
});
