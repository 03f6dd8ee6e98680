import { expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../src/datapoints/stages/recognizer.ts";
import type { Source } from "../../src/otlp/source.ts";
import type { Span } from "../../src/otlp/span.ts";
import { globalProject } from "../../src/platform/ids.ts";
import type { FinishedCall } from "../../src/proxy/call.ts";
import { spanOf } from "../../src/proxy/recording/span.ts";
import { batchesOf, capturesIn, someCaptures } from "../support/data/captures.ts";
import { finishedCallOf } from "../support/data/finished-call.ts";
import { streamed, wire } from "../support/providers/wire.ts";

const recognize = createRecognizer({ conventions });

function datapointsOf(spans: readonly Span[], source: Source) {
  const traces = Map.groupBy(spans, ({ traceId }) => traceId);
  return [...traces].flatMap(([traceId, items]) => {
    const parts = items.map((item) => ({ item, source, receivedAt: 1_790_000_000_000 }));
    return recognize({ projectId: globalProject, traceId, spans: parts, logs: [] }).datapoints;
  });
}

const proxied = (call: FinishedCall) => datapointsOf([spanOf(call)], "proxy")[0]!;

const withoutNoise = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

test.each([
  ["openinference-openai-chat.json", "chat", 0],
  ["openinference-openai-tool.json", "oi-tool", 0],
  ["vercel-ai7-stream.json", "chat-stream", 0],
  ["anthropic-native-stream-tool.json", "messages-stream-tool", 0],
  ["anthropic-native-tool-roundtrip.json", "messages-tool-roundtrip", 1],
] as const)("%s and the same call through the proxy are the same datapoint", (id, name, index) => {
  const exchange = wire(name)[index]!;
  const capture = capturesIn(someCaptures).find((each) => each.id === id)!;
  const spans = batchesOf(capture, someCaptures).flatMap((batch) => batch.spans);
  const responseId = exchange.rawResponse["id"];
  const instrumented = datapointsOf(spans, "otlp").find((each) => each.responseId === responseId)!;
  const actual = proxied(finishedCallOf(exchange));
  const compared = ["operation", "provider", "requestModel", "responseModel", "input", "finishReasons"] as const;
  for (const field of compared)
    expect([field, withoutNoise(actual[field])]).toEqual([field, withoutNoise(instrumented[field])]);
  expect(actual.usage).toMatchObject(withoutNoise(instrumented.usage) as object);
  // Where an instrumentation omits content, the proxy still has it.
  if (instrumented.output.length > 0) expect(withoutNoise(actual.output)).toEqual(withoutNoise(instrumented.output));
  expect(actual.output.length).toBe(1);
  const toolNames = (tools: readonly { name: string }[]) => tools.map((tool) => tool.name);
  if (instrumented.tools.length > 0) expect(toolNames(actual.tools)).toEqual(toolNames(instrumented.tools));
});

test.each([
  ["error-429", "rate_limited", "rate_limit_exceeded"],
  ["error-401", "misconfiguration", "invalid_api_key"],
  ["context-length", "context_too_large", "context_length_exceeded"],
  ["messages-error-529", "provider_unavailable", undefined],
] as const)("%s is the error type %s", (name, type, code) => {
  expect(proxied(finishedCallOf(wire(name)[0]!)).error).toMatchObject({
    type,
    ...(code === undefined ? {} : { code }),
  });
});

test.each([
  [{ kind: "cancelled" }, "cancelled"],
  [{ kind: "broken", code: "stream_interrupted", message: "broke" }, "stream_interrupted"],
  [{ kind: "broken", code: "stream_idle_timeout", message: "nothing for too long" }, "stream_interrupted"],
  [{ kind: "broken", code: "upstream_timeout", message: "no answer in time", status: 504 }, "timeout"],
  [{ kind: "broken", code: "upstream_unreachable", message: "cannot be reached", status: 502 }, "provider_unavailable"],
] as const)("an outcome %j is the error type %s", (outcome, type) => {
  const exchange = wire("chat-stream")[0]!;
  const partial = Buffer.from(streamed(exchange).slice(0, 600));
  const call = finishedCallOf(exchange, { outcome, response: { chunks: [partial], lost: 0 } });
  expect(proxied(call).error?.type).toBe(type);
});

test("a stream without counts gets estimated ones, marked as such; one with counts or without a response does not", () => {
  const exchange = wire("chat-stream")[0]!;
  const silent = { ...exchange, rawRequest: { ...exchange.rawRequest, stream_options: undefined } };
  const reported = proxied(finishedCallOf(exchange));
  const estimated = proxied(finishedCallOf(silent));
  expect(reported.flags).not.toContain("usage_estimated");
  expect(estimated).toMatchObject({ flags: ["usage_estimated"], cost: { complete: false } });
  const { rawRequest, rawResponse } = exchange;
  const words = JSON.stringify([rawRequest["messages"], rawResponse["choices"]]).length;
  expect(estimated.usage.inputTokens! + estimated.usage.outputTokens!).toBeGreaterThan(words / 12);
  expect(estimated.usage.inputTokens! + estimated.usage.outputTokens!).toBeLessThan(words / 2);
  const nothing = proxied(
    finishedCallOf(silent, { response: { chunks: [], lost: 0 }, outcome: { kind: "cancelled" } }),
  );
  expect(nothing.usage).toEqual({});
});

test("of a context that was too large, the error has both sizes", () => {
  const { error } = proxied(finishedCallOf(wire("context-length")[0]!));
  expect(error!.contextLimit).toBeGreaterThan(1_000);
  expect(error!.contextUsed).toBeGreaterThan(error!.contextLimit!);
});

test("session, user, tags and metadata reach the datapoint", () => {
  const exchange = wire("chat")[0]!;
  const rawRequest = { ...exchange.rawRequest, metadata: { plan: "pro" }, parallel_tool_calls: false, seed: 7 };
  const datapoint = proxied(
    finishedCallOf(
      { ...exchange, rawRequest },
      { session: "s", user: "u", tags: "a,b", environment: "prod", release: "2", service: "shop" },
    ),
  );
  expect(datapoint).toMatchObject({
    sessionId: "s",
    userId: "u",
    tags: ["a", "b"],
    environment: "prod",
    service: "shop",
    release: "2",
    params: { seed: 7 },
  });
  expect(datapoint.metadata.get("plan")).toBe("pro");
});
