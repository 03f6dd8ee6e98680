import { expect, test } from "vitest";
import { chatFinish } from "../../packages/genai-wire/src/chat/answer.ts";
import { anthropicMessages } from "../../packages/genai-wire/src/dialects/anthropic.ts";
import { bedrockConverse } from "../../packages/genai-wire/src/dialects/bedrock-converse.ts";
import { errorInText } from "../../packages/genai-wire/src/dialects/errors.ts";
import { finishReasonOf } from "../../packages/genai-wire/src/dialects/finish-reasons.ts";
import { geminiContent } from "../../packages/genai-wire/src/dialects/gemini.ts";
import { readUsage } from "../../packages/genai-wire/src/dialects/usage.ts";
import type { Loose } from "../../packages/genai-wire/src/loose-json.ts";
import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import { createNativeReader } from "../../src/proxy/native/events.ts";
import { nativeStream } from "../support/providers/native-providers.ts";
import { wire } from "../support/providers/wire.ts";

const dialects = { anthropic: anthropicMessages, gemini: geminiContent, bedrock: bedrockConverse } as const;

/** Amazon's SDK names an event by its only key; the frames of its API name it in a header. */
function eventsOf(dialect: keyof typeof dialects, name: string): Loose[] {
  const { framing } = translators.find((each) => each.dialect === dialect)!;
  const events = createNativeReader(framing)(nativeStream(dialect, wire(name)[0]!));
  return events.map(({ type = "", data }) => (dialect === "bedrock" ? { [type]: data } : data));
}

test.each([
  ["anthropic", "messages-stream-tool"],
  ["anthropic", "messages-stream-thinking"],
  ["gemini", "gemini-stream"],
  ["gemini", "gemini-tool"],
  ["bedrock", "bedrock-stream"],
  ["bedrock", "bedrock-tool"],
] as const)("a stream of %s (%s) is recorded like the response without streaming", (dialect, name) => {
  const assembly = dialects[dialect].assemble();
  for (const event of eventsOf(dialect, name)) assembly.add(event);
  const { response, error, ended } = assembly.result();
  expect([error, ended]).toEqual([undefined, true]);
  expect(response).toEqual(dialects[dialect].readResponse(wire(name)[0]!.rawResponse));
});

test("the recorded end of a stream has its finish reason and counts, although its start was not recorded", () => {
  const assembly = anthropicMessages.assemble();
  for (const event of eventsOf("anthropic", "messages-stream-tool").slice(-2)) assembly.add(event);
  expect(assembly.result()).toMatchObject({
    ended: true,
    response: { output: [], finishReasons: ["tool_use"], usage: { output: expect.any(Number) as number } },
  });
});

test("a provider's finish reason means the same in a recording and in a translation", () => {
  const words = ["LANGUAGE", "UNEXPECTED_TOOL_CALL", "malformed_tool_use", "guardrail_intervened", "max_tokens"];
  expect(words.map(finishReasonOf)).toEqual(["content_filter", "error", "error", "content_filter", "length"]);
  expect(words.map((word) => chatFinish(word, true))).toEqual(words.map(finishReasonOf));
  expect([chatFinish("STOP", true), chatFinish("OTHER", false), chatFinish(undefined, false)]).toEqual([
    "tool_calls",
    "stop",
    "stop",
  ]);
});

test.each([
  ['{"error":{"message":"m","type":"t","code":"c"}}', { type: "t", code: "c", message: "m" }],
  ['{"type":"error","error":{"type":"overloaded_error","message":"m"}}', { type: "overloaded_error", message: "m" }],
  [
    '[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"m"}}]',
    { type: "RESOURCE_EXHAUSTED", code: "429", message: "m", status: 429 },
  ],
  ['{"__type":"a#ValidationException","Message":"m"}', { type: "a#ValidationException", message: "m" }],
  ['{"error":"m"}', { message: "m" }],
  ['{"detail":"m"}', { message: "m" }],
  ["<html>", { message: "<html>" }],
])("the error %s is read once for recordings, translations and spans", (body, expected) => {
  const defined = Object.entries(errorInText(body)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(defined)).toEqual(expected);
});

test("token counts are inclusive, whichever way the provider counts", () => {
  const anthropic = { input_tokens: 1, cache_read_input_tokens: 2, cache_creation_input_tokens: 3, output_tokens: 4 };
  const openai = { prompt_tokens: 6, prompt_tokens_details: { cached_tokens: 2 }, completion_tokens: 4 };
  const gemini = { promptTokenCount: 5, toolUsePromptTokenCount: 1, candidatesTokenCount: 1, thoughtsTokenCount: 3 };
  expect(readUsage(anthropic, "exclusive")).toMatchObject({ input: 6, output: 4, cacheRead: 2, cacheWrite: 3 });
  expect(readUsage(openai)).toMatchObject({ input: 6, output: 4, cacheRead: 2 });
  expect(readUsage(gemini)).toMatchObject({ input: 6, output: 4, reasoning: 3 });
  expect(readUsage(undefined)).toEqual({});
});
