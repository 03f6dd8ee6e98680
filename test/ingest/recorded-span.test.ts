import { describe, expect, test } from "vitest";
import { NewDatapoint } from "../../src/datapoints/contract/datapoint.ts";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { spanOf } from "../../src/datapoints/sources/recorded-span.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { datapointId, globalProject } from "../../src/platform/ids.ts";
import { noon } from "../support/data/examples.ts";

const recognize = createRecognizer({ conventions });

/** Returns what the pipeline makes of a directly recorded call. */
function recorded(call: unknown) {
  const [item] = decodeTraces(encodeTraces([spanOf(NewDatapoint.parse(call), noon)]));
  if (!item) throw new Error("no span");
  const parts = [{ item, source: "api" as const, receivedAt: noon }];
  return recognize({ projectId: globalProject, traceId: item.traceId, spans: parts, logs: [] }).datapoints;
}

describe("a directly recorded call becomes the datapoint that it describes", () => {
  test("with every field", () => {
    const call = {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: "b7ad6b7169203331",
      startedAt: "2026-06-01T11:59:58.250Z",
      durationMs: 1500,
      provider: "openai",
      requestModel: "gpt-4o",
      responseModel: "gpt-4o-2024-08-06",
      responseId: "chatcmpl-1",
      input: [
        { role: "system", parts: [{ type: "text", text: "Be brief." }] },
        { role: "user", parts: [{ type: "text", text: "Where is my order?" }] },
        { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "find_order", arguments: { id: 7 } }] },
        { role: "tool", parts: [{ type: "tool_result", id: "c1", result: { state: "sent" } }] },
      ],
      output: [{ role: "assistant", parts: [{ type: "text", text: "It was sent." }] }],
      tools: [{ name: "find_order", description: "Finds", parameters: { type: "object" } }],
      params: { temperature: 0.2, topP: 0.9, maxTokens: 100, stop: ["END"], seed: 4 },
      finishReasons: ["stop"],
      usage: { inputTokens: 40, outputTokens: 5, cacheReadTokens: 10 },
      sessionId: "s1",
      userId: "ann",
      service: "shop",
      environment: "production",
      release: "1.2.3",
      tags: ["vip"],
      metadata: { plan: "gold" },
    };
    const [datapoint, ...more] = recorded(call);
    expect(more).toEqual([]);
    const { startedAt: _, metadata: __, ...same } = call;
    expect(datapoint).toMatchObject({ ...same, source: "api", operation: "chat" });
    expect(datapoint?.startedAt).toBe(Date.parse(call.startedAt));
    expect(datapoint?.metadata.get("plan")).toBe("gold");
    expect(datapoint?.id).toBe(datapointId(globalProject, call.traceId, call.spanId));
  });

  test("with texts for messages", () => {
    expect(recorded({ requestModel: "m", input: "hello", output: "hi" })).toMatchObject([
      {
        input: [{ role: "user", parts: [{ type: "text", text: "hello" }] }],
        output: [{ role: "assistant", parts: [{ type: "text", text: "hi" }] }],
      },
    ]);
  });

  test("with an error", () => {
    const error = { providerType: "rate_limit_error", status: 429, message: "Rate limit reached" };
    expect(recorded({ provider: "openai", requestModel: "m", input: "hello", error })).toMatchObject([
      { error: { ...error, type: "rate_limited" } },
    ]);
  });
});
