import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { spanOf } from "../../../src/proxy/recording/span.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { json, openProxy, send } from "../../support/providers/proxy.ts";

const hello = '{"model":"fake/m","stream":true,"messages":[{"role":"user","content":"hello"}]}';
const chat = { path: "/v1/chat/completions", headers: json, body: hello };
const to = (baseUrl: string) => ({ upstreams: [{ id: "fake", baseUrl, auth: { kind: "bearer" } as const }] });
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

test("a stream that arrives byte by byte, splitting characters and line ends, is forwarded byte for byte", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  const text = "Zürich ☔️ 🏔️";
  const event = `: comment\r\ndata: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { content: text } }] })}\r\n\r\n`;
  const end = `data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
  const body = Buffer.from(event + end);
  provider.answerWith((_, response, raw) => {
    raw.socket.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream" });
    let at = 0;
    const step = () => {
      if (at === body.length) response.end();
      else response.write(body.subarray(at, ++at), () => setImmediate(step));
    };
    step();
  });
  const reply = await send(proxy.port, chat);
  expect([reply.broken, md5(reply.body)]).toEqual([false, md5(body)]);
  expect(spanOf(proxy.calls[0]!).attributes.get("gen_ai.output.messages")).toContain(text);
});

test.each([
  ["a name that does not exist", () => "http://no-such-name.invalid/v1"],
  ["a server that speaks no TLS", (port: number) => `https://127.0.0.1:${port}/v1`],
])("%s is 502 in OpenAI's format, retried by SDKs, and reveals no internals", async (_, baseUrl) => {
  const server = createServer((socket) =>
    socket
      .on("error", () => undefined)
      .resume()
      .end("this is no TLS\n"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await using proxy = await openProxy(to(baseUrl((server.address() as AddressInfo).port)));
  const reply = await send(proxy.port, chat);
  expect([reply.status, reply.headers["x-gaffe-error"], reply.headers["x-should-retry"]]).toEqual([
    502,
    "upstream_unreachable",
    "true",
  ]);
  expect(reply.body.toString()).not.toMatch(/node:|at |\/src\/|127\.0\.0\.1/);
  expect(proxy.calls[0]!.outcome).toMatchObject({ kind: "broken", code: "upstream_unreachable" });
  await new Promise((resolve) => server.close(resolve));
});

test("a response that isn't HTTP is 502, not forwarded", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end("220 smtp.example.com ready\r\n")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await using proxy = await openProxy(to(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
  const reply = await send(proxy.port, chat);
  expect([reply.status, reply.headers["x-gaffe-error"]]).toEqual([502, "upstream_reset"]);
  await new Promise((resolve) => server.close(resolve));
});
