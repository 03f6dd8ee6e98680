import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOf, listPrices, priceOf } from "../../src/datapoints/pricing/prices.ts";
import { listAt } from "../../src/datapoints/shapes/attributes/flattened.ts";
import { finishReasonOf } from "../../src/datapoints/shapes/finish-reasons.ts";
import { jsonOf } from "../../src/datapoints/shapes/json.ts";
import { messagesOf } from "../../src/datapoints/shapes/messages/messages.ts";
import { toolsOf } from "../../src/datapoints/shapes/messages/tools.ts";
import { newNotes } from "../../src/datapoints/shapes/notes.ts";
import { providerOf } from "../../src/datapoints/shapes/providers.ts";
import { usageOf } from "../../src/datapoints/shapes/usage.ts";
import type { Json } from "../../src/platform/json/json.ts";

const call = { type: "tool_call", id: "c1", name: "get_weather", arguments: { city: "Zürich" } };
const calling = [{ role: "assistant", parts: [call] }];
const args = '{"city":"Zürich"}';

test.each<[string, Json, unknown]>([
  [
    "OpenTelemetry parts",
    [
      {
        role: "assistant",
        parts: [{ type: "tool_call", id: "c1", name: "get_weather", arguments: { city: "Zürich" } }],
      },
    ],
    calling,
  ],
  [
    "OpenAI chat",
    [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "get_weather", arguments: args } }],
      },
    ],
    calling,
  ],
  [
    "OpenAI Responses",
    [{ type: "function_call", id: "fc1", call_id: "c1", name: "get_weather", arguments: args }],
    calling,
  ],
  [
    "Anthropic",
    [{ role: "assistant", content: [{ type: "tool_use", id: "c1", name: "get_weather", input: { city: "Zürich" } }] }],
    calling,
  ],
  [
    "Bedrock",
    [
      {
        role: "assistant",
        content: [{ toolUse: { toolUseId: "c1", name: "get_weather", input: { city: "Zürich" } } }],
      },
    ],
    calling,
  ],
  [
    "Gemini",
    [{ role: "model", parts: [{ functionCall: { id: "c1", name: "get_weather", args: { city: "Zürich" } } }] }],
    calling,
  ],
  [
    "Genkit",
    [{ role: "model", content: [{ toolRequest: { ref: "c1", name: "get_weather", input: { city: "Zürich" } } }] }],
    calling,
  ],
  [
    "Vercel AI",
    [
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "c1", toolName: "get_weather", input: { city: "Zürich" } }],
      },
    ],
    calling,
  ],
  [
    "LangChain",
    [
      {
        lc: 1,
        type: "constructor",
        id: ["langchain_core", "messages", "AIMessage"],
        kwargs: { content: "", tool_calls: [{ id: "c1", name: "get_weather", args: { city: "Zürich" } }] },
      },
    ],
    calling,
  ],
  [
    "arguments as JSON of JSON",
    [{ role: "assistant", tool_calls: [{ id: "c1", name: "get_weather", arguments: JSON.stringify(args) }] }],
    calling,
  ],
  [
    "two calls whose stream was joined into one",
    [
      {
        role: "assistant",
        tool_calls: [
          { id: "c1c2", function: { name: "get_weatherget_weather", arguments: '{"city":"Zürich"}{"city":"Rome"}' } },
        ],
      },
    ],
    [{ role: "assistant", parts: [call, { ...call, id: "c2", arguments: { city: "Rome" } }] }],
  ],
  [
    "a tool's answer, OpenAI",
    [{ role: "tool", tool_call_id: "c1", content: '{"temp":14}' }],
    [{ role: "tool", parts: [{ type: "tool_result", id: "c1", result: { temp: 14 } }] }],
  ],
  [
    "a tool's answer, Anthropic",
    [
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "14 °C" }] }],
      },
    ],
    [{ role: "tool", parts: [{ type: "tool_result", id: "c1", result: "14 °C" }] }],
  ],
  [
    "a tool's answer, Bedrock",
    [{ role: "user", content: [{ toolResult: { toolUseId: "c1", content: [{ json: { temp: 14 } }] } }] }],
    [{ role: "tool", parts: [{ type: "tool_result", id: "c1", result: { temp: 14 } }] }],
  ],
  [
    "developer words",
    [{ role: "developer", content: "Be brief." }],
    [{ role: "system", parts: [{ type: "text", text: "Be brief." }] }],
  ],
  [
    "a refusal",
    [{ role: "assistant", content: null, refusal: "No." }],
    [{ role: "assistant", parts: [{ type: "refusal", text: "No." }] }],
  ],
  [
    "thinking",
    [
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm." },
          { type: "text", text: "Hi" },
        ],
      },
    ],
    [
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "Hi" },
        ],
      },
    ],
  ],
  [
    "Gemini's system instruction, without a role",
    { parts: [{ text: "Be brief." }] },
    [{ role: "assistant", parts: [{ type: "text", text: "Be brief." }] }],
  ],
  ["the word null", "null", []],
])("messages: %s", (_name, raw, expected) => {
  expect(messagesOf(raw, "assistant", newNotes())).toEqual(expected);
});

test.each<[string, Json]>([
  [
    "a data URL",
    [{ role: "user", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }] }],
  ],
  [
    "Anthropic's source",
    [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAANSUhEUg==" } },
        ],
      },
    ],
  ],
  [
    "a blob part",
    [
      {
        role: "user",
        parts: [{ type: "blob", modality: "image", mime_type: "image/png", content: "iVBORw0KGgoAAAANSUhEUg==" }],
      },
    ],
  ],
  [
    "a Node Buffer as JSON",
    [
      {
        role: "user",
        content: [{ type: "image", image: { type: "Buffer", data: [137, 80, 78, 71] }, mediaType: "image/png" }],
      },
    ],
  ],
  [
    "Bedrock's bytes",
    [{ role: "user", content: [{ image: { format: "png", source: { bytes: "iVBORw0KGgoAAAANSUhEUg==" } } }] }],
  ],
])("an image as %s is moved out and named by its digest", (_name, raw) => {
  const notes = newNotes();
  const [message] = messagesOf(raw, "user", notes);
  const [blob] = [...notes.media.values()];
  expect(message?.parts).toEqual([
    { type: "image", mediaType: "image/png", sha256: blob?.sha256, bytes: blob?.bytes.length },
  ]);
  expect([...(blob?.bytes.subarray(0, 2) ?? [])]).toEqual([137, 80]);
});

const tool = [{ name: "get_weather", description: "Weather", parameters: { type: "object" } }];
test.each<[string, Json]>([
  [
    "OpenTelemetry",
    [{ type: "function", name: "get_weather", description: "Weather", parameters: { type: "object" } }],
  ],
  [
    "OpenAI",
    [{ type: "function", function: { name: "get_weather", description: "Weather", parameters: { type: "object" } } }],
  ],
  [
    "Vercel AI, a list of JSON texts",
    [
      JSON.stringify({
        type: "function",
        name: "get_weather",
        description: "Weather",
        inputSchema: { type: "object" },
      }),
    ],
  ],
  ["Anthropic", [{ name: "get_weather", description: "Weather", input_schema: { type: "object" } }]],
  [
    "Gemini",
    [
      {
        functionDeclarations: [
          { name: "get_weather", description: "Weather", parametersJsonSchema: { type: "object" } },
        ],
      },
    ],
  ],
  [
    "Bedrock",
    {
      tools: [{ toolSpec: { name: "get_weather", description: "Weather", inputSchema: { json: { type: "object" } } } }],
    },
  ],
  ["a map by name", { get_weather: { description: "Weather", parameters: { type: "object" } } }],
])("tool definitions: %s", (_name, raw) => {
  expect(toolsOf(raw)).toEqual(tool);
});

test("bare tool names are definitions without a schema", () => {
  expect(toolsOf(["get_weather"])).toEqual([{ name: "get_weather" }]);
});

describe("token counts", () => {
  test.each([
    ["inclusive input stays", { input: 3200, output: 41, cacheRead: 2048, cacheWrite: 1024, total: 3241 }, 3200],
    [
      "more cached than input means exclusive",
      { input: 128, output: 41, cacheRead: 2048, cacheWrite: 1024, total: 169 },
      3200,
    ],
    [
      "a total that adds up only with the cache means exclusive",
      { input: 500, output: 10, cacheRead: 100, total: 610 },
      600,
    ],
    ["a stated basis decides", { input: 500, output: 10, cacheRead: 100, basis: "exclusive" as const }, 600],
    ["zero input is unknown", { input: 0, output: 0 }, undefined],
  ])("%s", (_name, counts, input) => {
    expect(usageOf(counts).inputTokens).toBe(input);
  });
});

test.each([
  ["end_turn", "stop"],
  ["MAX_TOKENS", "length"],
  ["tool-calls", "tool_calls"],
  ["toolUse", "tool_calls"],
  ["SAFETY", "content_filter"],
  ["something new", "other"],
])("finish reason %s is %s", (word, reason) => {
  expect(finishReasonOf(word)).toBe(reason);
});

test.each([
  ["openai.chat", "openai"],
  ["anthropic.messages", "anthropic"],
  ["AWS.Bedrock", "aws.bedrock"],
  ["azure", "azure.ai.openai"],
  ["vertex_ai", "gcp.vertex_ai"],
  ["langchain", undefined],
])("provider %s is %s", (word, provider) => {
  expect(providerOf(word)).toBe(provider);
});

describe("cost", () => {
  test("each class of tokens has its price, and dates do not make another model", () => {
    const usage = { inputTokens: 3200, cacheReadTokens: 2048, cacheWriteTokens: 1024, outputTokens: 41 };
    const cost = costOf(
      usage,
      priceOf("us.anthropic.claude-sonnet-4-5-20250929-v1:0", listPrices) ??
        priceOf("claude-sonnet-4-20250514", listPrices),
    );
    expect(cost).toEqual({ usd: (128 * 3 + 2048 * 0.3 + 1024 * 3.75 + 41 * 15) / 1e6, complete: true });
  });
  test("an unknown model has no cost, a longer name is another model", () => {
    expect(priceOf("gpt-4.1-mini-2025-04-14", listPrices)).toEqual(priceOf("gpt-4.1-mini", listPrices));
    expect(priceOf("gpt-4.1-audio", listPrices)).toBeUndefined();
    expect(priceOf("constructor", listPrices)).toBeUndefined();
  });
  test("a missing output count makes it incomplete", () => {
    expect(costOf({ inputTokens: 1000 }, priceOf("gpt-4o", listPrices))).toEqual({ usd: 0.0025, complete: false });
  });
});

describe("JSON that was cut", () => {
  test("retains a partially written text", () => {
    const notes = newNotes();
    expect(jsonOf('[{"role":"user","content":"What is the wea', notes)).toEqual([
      { role: "user", content: "What is the wea" },
    ]);
    expect([...notes.flags]).toEqual(["truncated"]);
  });
  test("any cut of any JSON is recovered or retained as text, never an exception", () => {
    fc.assert(
      fc.property(fc.json(), fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const cut = text.slice(0, Math.floor(text.length * share));
        const read = jsonOf(cut, newNotes());
        expect(read === undefined || ["string", "object", "number", "boolean"].includes(typeof read)).toBe(true);
      }),
    );
  });
});

describe("flattened attributes", () => {
  test("indices are sorted as numbers and holes are closed", () => {
    const attributes = new Map([
      ["m.10.text", "c"],
      ["m.2.text", "b"],
      ["m.0.text", "a"],
    ]);
    expect(listAt(attributes, "m.").map((one) => ({ ...(one as object) }))).toEqual([
      { text: "a" },
      { text: "b" },
      { text: "c" },
    ]);
  });
  test("hostile indices and names make no giant and pollute nothing", () => {
    const attributes = new Map([
      ["m.999999999.text", "x"],
      ["m.0.__proto__.polluted", "yes"],
      ["m.0.constructor.prototype.polluted", "yes"],
    ]);
    expect(listAt(attributes, "m.")).toHaveLength(1);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
