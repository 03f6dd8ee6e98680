import { expect, test } from "vitest";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import type { Source } from "../../../src/otlp/source.ts";
import type { Span } from "../../../src/otlp/span.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { spanOf } from "../../../src/proxy/recording/span.ts";
import { batchesOf, type Capture, capturesIn, someCaptures } from "../../support/data/captures.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { json, openProxy, send, until } from "../../support/providers/proxy.ts";
import { type Exchange, streamed, wire } from "../../support/providers/wire.ts";

const recognize = createRecognizer({ conventions });
const captures = capturesIn(someCaptures);

/** Calls with both a recorded exchange and an instrumentation's export, matched by response id. */
const pairs = [
  "chat",
  "chat-stream",
  "oi-tool",
  "tool-roundtrip",
  "messages-tool-roundtrip",
  "messages-stream-tool",
].flatMap((name) =>
  wire(name).flatMap((exchange) => {
    const responseId = exchange.rawResponse["id"];
    return captures
      .filter(({ expected }) => expected.calls.some((call) => call.response?.responseId === responseId))
      .map((capture) => ({ name: `${capture.id} ${String(responseId)}`, exchange, capture }));
  }),
);

test("there are scenarios of several instrumentations and both providers", () => {
  expect(new Set(pairs.map(({ capture }) => capture.instrumentation)).size).toBeGreaterThanOrEqual(4);
  expect(new Set(pairs.map(({ exchange }) => exchange.flavor)).size).toBeGreaterThanOrEqual(2);
});

test.each(pairs)("$name: through the proxy it is the same datapoint", async ({ exchange, capture }) => {
  const proxied = await throughProxy(exchange);
  const instrumented = fromCapture(capture, exchange);
  for (const field of ["operation", "responseModel", "responseId", "finishReasons"] as const)
    if (instrumented[field]?.length) expect([field, proxied[field]]).toEqual([field, instrumented[field]]);
  // Some write the responding model as the requested one.
  expect([proxied.requestModel, proxied.responseModel]).toContain(instrumented.requestModel);
  expect(proxied.responseId).toBe(exchange.rawResponse["id"]);
  expect(plain(proxied.input)).toEqual(plain(instrumented.input));
  expect(proxied.usage).toMatchObject(plain(instrumented.usage) as object);
  expect(proxied.params).toMatchObject(plain(instrumented.params) as object);
  // Where an instrumentation omits the response or the tools, the proxy still has them.
  expect(proxied.output).toHaveLength(1);
  if (instrumented.output.length > 0) expect(plain(proxied.output)).toEqual(plain(instrumented.output));
  if (instrumented.tools.length > 0) expect(proxied.tools.map(nameOf)).toEqual(instrumented.tools.map(nameOf));
  expect(proxied.error).toBeUndefined();
});

async function throughProxy(exchange: Exchange): Promise<Datapoint> {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy({
    upstreams: [{ id: "fake", baseUrl: provider.url, auth: { kind: "bearer" } }],
  });
  provider.answerWith(({ method }, response) => {
    if (method !== "POST") {
      response.writeHead(599).end("unexpected");
      return;
    }
    response.writeHead(exchange.httpStatus, {
      "content-type": exchange.streaming ? "text/event-stream" : "application/json",
    });
    response.end(exchange.streaming ? streamed(exchange) : JSON.stringify(exchange.rawResponse));
  });
  const path = exchange.flavor === "anthropic.messages" ? "/v1/messages" : "/v1/chat/completions";
  const headers = { ...json, "x-gaffe-provider": "fake" };
  const reply = await send(proxy.port, { path, headers, body: JSON.stringify(exchange.rawRequest) });
  expect([reply.status, reply.broken]).toEqual([exchange.httpStatus, false]);
  await until(() => proxy.calls.length === 1);
  return datapointsOf(proxy.calls.map(spanOf), "proxy")[0]!;
}

function fromCapture(capture: Capture, exchange: Exchange): Datapoint {
  const spans = batchesOf(capture, someCaptures).flatMap((batch) => batch.spans);
  const datapoints = datapointsOf(spans, "otlp").sort((a, b) => a.startedAt - b.startedAt);
  // Calls of an instrumentation that omits the response id are matched by order.
  const index = capture.expected.calls.findIndex((call) => call.response?.responseId === exchange.rawResponse["id"]);
  return datapoints.find(({ responseId }) => responseId === exchange.rawResponse["id"]) ?? datapoints[index]!;
}

function datapointsOf(spans: readonly Span[], source: Source) {
  return [...Map.groupBy(spans, ({ traceId }) => traceId)].flatMap(([traceId, items]) => {
    const parts = items.map((item) => ({ item, source, receivedAt: 1_790_000_000_000 }));
    return recognize({ projectId: globalProject, traceId, spans: parts, logs: [] }).datapoints;
  });
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const nameOf = ({ name }: { readonly name: string }) => name;
