import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { json, openProxy, send, token, until } from "../support/providers/proxy.ts";
import { openRaw, replyOf, sendRaw } from "./support/raw-http.ts";

const to = (url: string) => ({ upstreams: [{ id: "fake", baseUrl: url, auth: { kind: "bearer" as const } }] });
const chat = { path: "/v1/chat/completions", headers: json };
const hello = '{"model":"fake/m","messages":[]}';
const gaffeToken = `gaffe_${"a".repeat(43)}`;

test("an upstream's page runs nothing and gives no orders about Gaffe's origin; its bytes are unchanged", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  const page = "<script>fetch('/api/v1/datapoints')</script>";
  provider.answerWith((_, response) => {
    response.writeHead(200, {
      "content-type": "text/html",
      "clear-site-data": '"*"',
      "set-cookie": "gaffe_session=evil",
      "access-control-allow-origin": "*",
      "access-control-allow-credentials": "true",
      "strict-transport-security": "max-age=99999999",
      "alt-svc": 'h2="evil.example:443"',
      refresh: "0; url=https://evil.example",
      "service-worker-allowed": "/",
      "content-security-policy": "default-src *",
      "x-ratelimit-remaining": "7",
    });
    response.end(page);
  });
  const reply = await send(proxy.port, { ...chat, body: hello });
  expect(reply.headers).toMatchObject({
    "content-type": "text/html",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox",
    "x-ratelimit-remaining": "7",
  });
  const names = Object.keys(reply.headers);
  const orders =
    /^(clear-site-data|set-cookie|access-control-.*|strict-transport-.*|alt-svc|refresh|service-worker-.*)$/;
  expect(names.filter((name) => orders.test(name))).toEqual([]);
  expect(createHash("sha256").update(reply.body).digest("hex")).toBe(createHash("sha256").update(page).digest("hex"));
});

test.each([
  ["GET", "/v1/models"],
  ["POST", "/v1/chat/completions"],
])("a browser cannot open %s %s as a page", async (method, path) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  const headers = { ...json, "sec-fetch-mode": "navigate" };
  expect((await send(proxy.port, { method, path, headers, body: method === "POST" ? hello : "" })).status).toBe(403);
  expect(provider.seen).toHaveLength(0);
});

test.each([
  ["Authorization: Basic, as password", { authorization: `Basic ${btoa(`any:${gaffeToken}`)}` }, ""],
  ["Authorization: Basic, as user", { authorization: `basic ${btoa(`${gaffeToken}:`)}` }, ""],
  ["?api_key=", {}, `?api_key=${gaffeToken}&api-version=1`],
  ["?key=, encoded", {}, `?key=${gaffeToken.replace("_", "%5f").replace("g", "%67")}&api-version=1`],
  ["another header", { "x-custom": `id ${gaffeToken}` }, ""],
  ["a cookie", { cookie: `k=${gaffeToken}` }, ""],
])("Gaffe's token in %s is not forwarded", async (_, headers, query) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith((_request, response) => response.end("{}"));
  const path = `/v1/chat/completions${query}`;
  const sent = { "content-type": "application/json", "x-gaffe-api-key": token, ...headers };
  expect((await send(proxy.port, { path, headers: sent, body: hello })).status).toBe(200);
  const [seen] = provider.seen;
  const everything = [seen?.url ?? "", ...(seen?.rawHeaders ?? [])].map((text) => decodeURIComponent(text));
  const basic = everything.map((text) => Buffer.from(text.replace(/^basic /i, ""), "base64").toString());
  expect([...everything, ...basic].filter((text) => text.includes("gaffe_"))).toEqual([]);
  expect(seen?.url).toBe(`/v1/chat/completions${query === "" ? "" : "?api-version=1"}`);
});

test("Gaffe's token as Basic identifies the caller", async () => {
  await using provider = await openFakeProvider();
  const seen: (string | undefined)[] = [];
  await using proxy = await openProxy(to(provider.url), {
    authenticate: (given) => {
      seen.push(given);
      return { kind: "refused", code: "forbidden", message: "no" };
    },
  });
  const authorization = `Basic ${btoa(`x:${gaffeToken}`)}`;
  const headers = { "content-type": "application/json", authorization, "content-length": hello.length };
  expect((await sendRaw(proxy.port, { path: chat.path, headers, body: hello })).status).toBe(403);
  expect(seen).toEqual([gaffeToken]);
});

test("a request that does not arrive is ended with 408 in OpenAI's shape, and its room comes back", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), {
    limits: { bodyPace: { timeoutMs: 200, bytesPerSecond: 1000 }, maxBufferedBytes: 10 },
  });
  const headers = { "content-type": "application/json", "api-key": token, "content-length": 100 };
  const socket = await openRaw(proxy.port, { path: chat.path, headers, body: '{"model":' });
  const reply = await replyOf(socket);
  expect([reply.status, reply.text]).toEqual([408, expect.stringContaining('"code":"request_timeout"')]);
  await until(() => socket.destroyed);
  provider.answerWith((_, response) => response.end("{}"));
  const small = { "content-type": "application/json", "api-key": token, "x-gaffe-provider": "fake" };
  expect((await send(proxy.port, { path: chat.path, headers: small, body: "{}" })).status).toBe(200);
});

test("an upload that keeps coming is forwarded, however long it takes", async () => {
  await using provider = await openFakeProvider();
  provider.answerWith((_, response) => response.end("{}"));
  await using proxy = await openProxy(to(provider.url), {
    limits: { bodyPace: { timeoutMs: 400, bytesPerSecond: 1 } },
  });
  const headers = { "content-type": "application/json", "api-key": token, "content-length": hello.length };
  const socket = await openRaw(proxy.port, { path: chat.path, headers });
  const replied = replyOf(socket);
  for (const letter of hello) {
    socket.write(letter);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await replied).status).toBe(200);
  expect(provider.seen[0]?.body.toString()).toBe('{"model":"m","messages":[]}');
  socket.destroy();
});
