import { expect, test } from "vitest";
import { globalProject } from "../../../src/platform/ids.ts";
import type { Provider } from "../../../src/providers/upstream.ts";
import { spanOf } from "../../../src/proxy/recording/span.ts";
import { openFakeProvider, writeInPieces } from "../../support/providers/fake-provider.ts";
import { json, openProxy, send } from "../../support/providers/proxy.ts";

const content = 'data: {"id":"c1","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n';
const usage = 'data: {"id":"c1","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":2}}\n\n';
const done = "data: [DONE]\n\n";
const body = '{"model":"fake/m","stream":true,"messages":[]}';
const request = { path: "/v1/chat/completions", headers: { ...json, "accept-encoding": "gzip" }, body };

async function open(provider: { url: string }, settings: { includeUsage: boolean }, streamUsage = true) {
  const fake: Provider = { id: "fake", name: "fake", baseUrl: provider.url, auth: { kind: "bearer" }, streamUsage };
  return openProxy({ upstreams: [], ...settings }, { providers: [fake] });
}

test("if the project enables it, a stream's usage is requested, recorded, and not shown to the client", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await open(provider, { includeUsage: true });
  provider.answerWith((_, response) => {
    const length = (content + usage + done).length;
    response.writeHead(200, { "content-type": "text/event-stream", "content-length": length });
    void writeInPieces(response, Buffer.from(content + usage + done), [10, 90, 40, 50]);
  });
  const reply = await send(proxy.port, request);
  expect([reply.status, reply.broken]).toEqual([200, false]);
  expect(reply.body.toString()).toBe(content + done);
  const [seen] = provider.seen;
  expect(seen!.body.toString()).toBe(
    '{"stream_options":{"include_usage":true},"model":"m","stream":true,"messages":[]}',
  );
  expect(seen!.rawHeaders.join().toLowerCase()).toContain("accept-encoding,identity");
  const [call] = proxy.calls;
  expect(call?.projectId).toBe(globalProject);
  const { attributes } = spanOf(call!);
  expect(attributes.get("gen_ai.usage.input_tokens")).toBe(11);
  expect(attributes.get("gen_ai.usage.output_tokens")).toBe(2);
});

test("a project's own upstream gets the option if it was registered as supporting it", async () => {
  await using provider = await openFakeProvider();
  const own = { id: "fake", baseUrl: provider.url, auth: { kind: "bearer" }, streamUsage: true } as const;
  await using proxy = await openProxy({ upstreams: [own], includeUsage: true });
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(content + usage + done);
  });
  expect((await send(proxy.port, request)).body.toString()).toBe(content + done);
  expect(spanOf(proxy.calls[0]!).attributes.get("gen_ai.usage.input_tokens")).toBe(11);
});

test.each([
  ["the project does not want it", { includeUsage: false }, true, body],
  ["the provider is not known to take it", { includeUsage: true }, false, body],
  ["the client requests it itself", { includeUsage: true }, true, body.replace("{", '{"stream_options":{},')],
])("every byte passes where %s", async (_, settings, streamUsage, sent) => {
  await using provider = await openFakeProvider();
  await using proxy = await open(provider, settings, streamUsage);
  provider.answerWith((__, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(content + usage + done);
  });
  const reply = await send(proxy.port, { ...request, body: sent });
  expect(reply.body.toString()).toBe(content + usage + done);
  expect(provider.seen[0]!.body.toString()).toBe(sent.replace("fake/", ""));
});

test("a refused request for usage is returned unchanged and is not sent again", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await open(provider, { includeUsage: true });
  const refusal = '{"error":{"message":"unknown field stream_options"}}';
  provider.answerWith((_, response) => {
    response.writeHead(400, { "content-type": "application/json" }).end(refusal);
  });
  const reply = await send(proxy.port, request);
  expect([reply.status, reply.body.toString(), provider.seen.length]).toEqual([400, refusal, 1]);
});

test("a stream that breaks in the middle of an event sends that half, then the error", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await open(provider, { includeUsage: true });
  provider.answerWith((_, response, raw) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`${content}data: {"half`, () => setTimeout(() => raw.socket.destroy(), 50));
  });
  const reply = await send(proxy.port, request);
  expect(reply.broken).toBe(true);
  expect(reply.body.toString()).toMatch(/data: \{"half\n\ndata: \{"error":.*stream_interrupted/s);
});
