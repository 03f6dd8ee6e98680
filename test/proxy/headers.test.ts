import { expect, test } from "vitest";
import { answerHeaders, authorize, headerTexts, readClientHeaders } from "../../src/proxy/relay/headers.ts";

test("the service token is taken and never forwarded, the provider's key is", () => {
  const raw = ["Authorization", "Bearer sk-provider", "api-key", "gaffe_t", "X-Custom", "1"];
  expect(readClientHeaders(raw)).toEqual({
    token: "gaffe_t",
    forwarded: ["Authorization", "Bearer sk-provider", "X-Custom", "1"],
    secrets: ["sk-provider"],
  });
});

test("with x-gaffe-api-key, api-key is the provider's (Azure)", () => {
  const raw = ["api-key", "azure-key", "x-gaffe-api-key", "gaffe_t"];
  expect(readClientHeaders(raw)).toEqual({
    token: "gaffe_t",
    forwarded: ["api-key", "azure-key"],
    secrets: ["azure-key"],
  });
});

test.each([
  [["authorization", "Bearer gaffe_t"]],
  [["x-api-key", "gaffe_t"]],
  [["x-gaffe-api-key", "gaffe_t", "api-key", "gaffe_t"]],
  [["x-goog-api-key", "gaffe_other", "api-key", "gaffe_t"]],
])("what begins like a service token is not forwarded: %j", (raw) => {
  expect(readClientHeaders(raw)).toEqual({ token: "gaffe_t", forwarded: [], secrets: [] });
});

test.each(["host", "Cookie", "X-Forwarded-For", "Transfer-Encoding", "Expect", "traceparent", "x-gaffe-user", "x-hop"])(
  "%s stays with us",
  (name) => {
    expect(readClientHeaders(["connection", "x-hop", name, "v", "x-other", "v"]).forwarded).toEqual(["x-other", "v"]);
  },
);

test("a Bearer key is renamed where the upstream wants another header", () => {
  const azure = { kind: "header", header: "api-key" } as const;
  expect(authorize(["Authorization", "Bearer k", "a", "b"], azure)).toEqual(["a", "b", "api-key", "k"]);
  expect(authorize(["Authorization", "Bearer k", "api-key", "mine"], azure)).toEqual(["api-key", "mine"]);
  expect(authorize(["Authorization", "Bearer k", "a", "b"], { kind: "none" })).toEqual(["a", "b"]);
});

test("the response's headers keep spelling, order and repetition; connection headers are dropped", () => {
  const raw = [
    "X-A",
    "1",
    "Set-Cookie",
    "s",
    "Connection",
    "close, X-Hop",
    "X-Hop",
    "1",
    "X-Gaffe-Error",
    "e",
    "x-a",
    "2",
  ];
  expect(answerHeaders(headerTexts(raw.map((each) => Buffer.from(each))), ["x-ours", "3"])).toEqual([
    "X-A",
    "1",
    "x-a",
    "2",
    "x-ours",
    "3",
  ]);
});
