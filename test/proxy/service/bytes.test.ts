import { createHash, randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Failure } from "../../../src/platform/failure.ts";
import { openFakeProvider, type SeenRequest, writeInPieces } from "../../support/providers/fake-provider.ts";
import { json, openProxy, type Reply, send, token, until } from "../../support/providers/proxy.ts";

const to = (url: string) => ({ upstreams: [{ id: "fake", baseUrl: url, auth: { kind: "bearer" as const } }] });
const chat = { path: "/v1/chat/completions", headers: json };
const hello = '{"model":"fake/m","messages":[]}';
const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
const codeOf = (reply: Reply) => [
  reply.status,
  reply.headers["x-gaffe-error"],
  JSON.parse(reply.body.toString()).error.code,
];

const statuses = [200, 200, 200, 201, 400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 529];
const shape = fc.record({
  path: fc.constantFrom("/chat/completions", "/completions", "/embeddings", "/responses", "/messages"),
  status: fc.constantFrom(...statuses),
  kind: fc.constantFrom("application/json", "text/event-stream", "text/html", "application/octet-stream"),
  coding: fc.constantFrom("identity", "identity", "gzip", "br"),
  body: fc.oneof(
    fc.uint8Array({ maxLength: 4_000 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .array(fc.string({ unit: "grapheme" }), { maxLength: 40 })
      .map((events) => Buffer.from(events.map((e) => `data: ${JSON.stringify(e)}\r\n\r\n: ping\n\n`).join(""))),
    fc.constant(Buffer.alloc(0)),
  ),
  request: fc.tuple(fc.json(), fc.string({ unit: "grapheme" })),
  sizes: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 30 }),
  sized: fc.boolean(),
  zipped: fc.boolean(),
  values: fc.array(fc.stringMatching(/^[\x21-\x7e]([\x20-\x7e]{0,30}[\x21-\x7e])?$/), { maxLength: 4 }),
});

test("300 generated exchanges are the same with and without the proxy: bytes, status, headers and trailers, both ways", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  await fc.assert(
    fc.asyncProperty(shape, async ({ path, status, kind, coding, body, request, sizes, sized, zipped, values }) => {
      const answer = coding === "gzip" ? gzipSync(body) : coding === "br" ? brotliCompressSync(body) : body;
      const more = values.flatMap((value) => ["X-Provider-Value", value]);
      provider.answerWith((_, response) => {
        const own = ["Content-Type", kind, "X-Request-Id", "req_1", "Retry-After", "7", ...more];
        if (coding !== "identity") own.push("Content-Encoding", coding);
        if (sized) own.push("Content-Length", `${answer.length}`);
        response.writeHead(status, "As It Was", own);
        if (!sized) response.addTrailers([["X-Sum", md5(answer)]]);
        void writeInPieces(response, answer, sizes);
      });
      const text = `{"x":${request[0]} ,  "text":${JSON.stringify(request[1])},"model":"m","seed":12345678901234567890}`;
      const sent = zipped ? gzipSync(text) : Buffer.from(text);
      const url = `/v1${path}?a=b%2F..&c`;
      const headers = { ...json, "X-Custom": values, ...(zipped ? { "Content-Encoding": "gzip" } : {}) };
      const direct = await send(provider.port, { path: url, headers: { ...headers, "api-key": [] }, body: sent });
      const proxied = await send(proxy.port, {
        path: url,
        headers: { ...headers, "x-gaffe-provider": "fake" },
        body: sent,
      });
      const [plain, forwarded] = provider.seen.slice(-2);
      expect(requestOf(forwarded!)).toEqual(requestOf(plain!));
      expect(answerOf(proxied)).toEqual(answerOf(direct));
      expect(md5(proxied.body)).toBe(md5(answer));
    }),
    { numRuns: 300 },
  );
});

const requestOf = ({ method, url, rawHeaders, body }: SeenRequest) => [method, url, md5(body), endToEnd(rawHeaders)];
const answerOf = ({ status, statusText, rawHeaders, trailers, body }: Reply) => [
  [status, statusText, md5(body), trailers],
  endToEnd(rawHeaders),
];

/**
 * Returns headers without connection headers and those that the proxy adds to a response; the body shows its
 * length.
 */
function endToEnd(raw: readonly string[]): string[] {
  const names =
    /^(host|date|connection|keep-alive|transfer-encoding|content-length|x-gaffe-trace-id|x-accel-buffering|x-content-type-options|content-security-policy)$/i;
  return raw.filter((_, index) => !names.test(raw[index - (index % 2)]!));
}

test("the provider receives what the client sent, without Gaffe's headers", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith((_, response) => response.end("{}"));
  const body =
    '{"model":"fake/m","seed":12345678901234567890,"t":0.10000000000000000555,"a":1,"a":2,"u":"\\u00e9","guided_json":{}}';
  const headers = {
    ...json,
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    "openai-organization": "org",
    cookie: "c",
    "x-gaffe-session": "s",
  };
  const reply = await send(proxy.port, { ...chat, headers, body });
  const [seen] = provider.seen;
  expect(seen!.body.toString()).toBe(body.replace("fake/m", "m"));
  const names = seen!.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(names).toEqual(expect.arrayContaining(["authorization", "openai-organization", "content-type"]));
  for (const header of ["api-key", "cookie", "traceparent", "x-gaffe-session"]) expect(names).not.toContain(header);
  expect(reply.headers["x-gaffe-trace-id"]).toBe("a".repeat(32));
  expect(proxy.calls[0]).toMatchObject({ parentSpanId: "b".repeat(16), session: "s", status: 200 });
});

test.each([
  ["no service token", { ...chat, headers: { ...json, "api-key": [] }, body: hello }, [401, "missing_service_key"]],
  ["a wrong one", { ...chat, headers: { ...json, "api-key": "x" }, body: hello }, [401, "invalid_service_key"]],
  ["no JSON", { ...chat, body: "hello" }, [400, "invalid_json"]],
  ["nearly JSON", { ...chat, body: "{'model': 'fake/m'}" }, [400, "invalid_json"]],
  ["no model", { ...chat, body: "{}" }, [400, "missing_model"]],
  ["an unknown provider", { ...chat, body: '{"model":"llama"}' }, [400, "unknown_provider"]],
  [
    "an unknown provider by header",
    { ...chat, headers: { ...json, "x-gaffe-provider": "http://169.254.169.254" }, body: "{}" },
    [400, "unknown_provider"],
  ],
  ["a wrong method", { ...chat, method: "GET" }, [405, "wrong_method"]],
  [
    "a form",
    { ...chat, headers: { "content-type": "multipart/form-data" }, body: "a" },
    [415, "unsupported_content_type"],
  ],
  [
    "a body too large",
    { ...chat, body: `{"model":"fake/m","x":"${"a".repeat(100_000)}"}` },
    [413, "request_too_large"],
  ],
  [
    "a chunked body too large",
    { ...chat, headers: { ...json, "transfer-encoding": "chunked" }, body: Buffer.alloc(300_000, 32) },
    [413, "request_too_large"],
  ],
] as const)("%s is answered in OpenAI's error shape", async (_, request, [status, code]) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), { limits: { maxBodyBytes: 50_000 } });
  const reply = await send(proxy.port, request);
  expect(codeOf(reply)).toEqual([status, code, code]);
  expect(reply.headers["x-request-id"]).toBeDefined();
  expect([reply.headers["x-gaffe-acts"], reply.headers["x-should-retry"]]).toEqual(["caller", "false"]);
  expect(provider.seen).toEqual([]);
});

test("requests that are still being sent are held in bounded memory, and none of a stranger's", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), { limits: { maxBufferedBytes: 50_000 } });
  const began = (key: string) => {
    const socket = connect(proxy.port, "127.0.0.1");
    const answer = new Promise<string>((resolve) => socket.once("data", (chunk: Buffer) => resolve(chunk.toString())));
    const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\napi-key: ${key}\r\ncontent-length: 60000\r\n\r\n`;
    socket.write(head + "x".repeat(40_000));
    return { socket, answer };
  };
  const stranger = began("nobody");
  expect(await stranger.answer).toMatch(/^HTTP\/1.1 401/);
  const first = began("gaffe_test_token");
  const second = began("gaffe_test_token");
  expect(await Promise.race([first.answer, second.answer])).toMatch(/^HTTP\/1.1 503 .*x-gaffe-acts: nobody/s);
  for (const { socket } of [stranger, first, second]) socket.destroy();
  provider.answerWith((_, response) => response.end("{}"));
  await expect.poll(async () => (await send(proxy.port, { ...chat, body: hello })).status).toBe(200);
});

test.each([
  "/v1/chat/completions/",
  "/v1//chat/completions",
  "/v1/chat%2Fcompletions",
  "/v1/x/../chat/completions",
  "/v1/files",
  "/v1/deployments/../chat/completions",
  "/v1/deployments/x%2F/chat/completions",
  "/v1/deployments/x/messages",
  "/v1/v1/chat/completions",
  "/chat/completions",
])("%s is forwarded nowhere", async (path) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy({ ...to(provider.url), defaultUpstream: "fake" });
  const reply = await send(proxy.port, { path, headers: json, body: hello });
  expect(codeOf(reply)).toEqual([404, "unknown_path", "unknown_path"]);
  expect(provider.seen).toEqual([]);
});

test.each(["/v1/traces", "/v1/logs", "/api/v1/models", "/models/", "/"])("%s is not the proxy's", async (path) => {
  await using proxy = await openProxy({ upstreams: [] });
  expect((await send(proxy.port, { path, headers: json, body: hello })).status).toBe(418);
});

test("an address that is not allowed is refused when it is dialled, by name or by number", async () => {
  await using provider = await openFakeProvider();
  for (const host of ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"]) {
    await using proxy = await openProxy(to(`http://${host}:${provider.port}/v1`), {}, []);
    expect(codeOf(await send(proxy.port, { ...chat, body: hello }))).toEqual([
      403,
      "upstream_not_allowed",
      "upstream_not_allowed",
    ]);
  }
  expect(provider.seen).toEqual([]);
  expect(provider.sockets.size).toBe(0);
});

test("a redirect is passed on, not followed", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith((_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end());
  expect((await send(proxy.port, { ...chat, body: hello })).status).toBe(307);
  expect(provider.seen.length).toBe(1);
});

test("a refused connection is 502, a reset before the response too, silence 504; none reveals internals", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), { limits: { firstByteTimeoutMs: 200 } });
  await using nobody = await openProxy(to("http://127.0.0.1:9/v1"));
  expect(codeOf(await send(nobody.port, { ...chat, body: hello }))).toEqual([
    502,
    "upstream_unreachable",
    "upstream_unreachable",
  ]);
  provider.answerWith((_, __, raw) => raw.socket.resetAndDestroy());
  const reset = await send(proxy.port, { ...chat, body: hello });
  expect([...codeOf(reset), reset.headers["x-should-retry"]]).toEqual([
    502,
    "upstream_reset",
    "upstream_reset",
    "true",
  ]);
  provider.answerWith(() => undefined);
  const silent = await send(proxy.port, { ...chat, body: hello });
  expect(codeOf(silent)).toEqual([504, "upstream_timeout", "upstream_timeout"]);
  expect([silent.headers["x-should-retry"], silent.headers["x-gaffe-acts"]]).toEqual(["false", "provider"]);
  expect(proxy.calls.map(({ outcome }) => outcome.kind)).toEqual(["broken", "broken"]);
});

test.each([
  ["/v1/chat/completions", /^data: 1\n\n(data: 2\n\n)?data: 3\n\ndata: {"error":{.*"code":"stream_interrupted"}}\n\n$/],
  ["/v1/messages", /event: error\ndata: {"type":"error",.*"code":"stream_interrupted"}}\n\n$/],
  ["/v1/responses", /event: error\ndata: {"type":"error","code":"stream_interrupted",.*}\n\n$/],
])("a stream on %s that breaks ends with one error event and a broken connection", async (path, end) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    response.write("data: 3", () => setTimeout(() => response.destroy(), 20));
  });
  const reply = await send(proxy.port, { path, headers: json, body: hello });
  expect(reply.broken).toBe(true);
  expect(reply.body.toString()).toMatch(end);
  expect(reply.body.toString()).not.toContain("[DONE]");
  expect(proxy.calls[0]!.outcome).toMatchObject({ kind: "broken", code: "stream_interrupted" });
});

test("a stream that stalls is ended after the idle limit", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), { limits: { idleTimeoutMs: 200 } });
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  });
  const reply = await send(proxy.port, { ...chat, body: hello });
  expect([reply.broken, reply.body.includes("stream_idle_timeout")]).toEqual([true, true]);
});

test("an interrupted JSON body is forwarded as far as it arrived, on a connection that does not end cleanly", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"id":', () => setTimeout(() => response.destroy(), 20));
  });
  const reply = await send(proxy.port, { ...chat, body: hello });
  expect([reply.broken, reply.body.toString()]).toEqual([true, '{"id":']);
});

test("after 1,000 clients left at random moments no upstream socket is in use and each call is recorded", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  const open = new Set<object>();
  provider.answerWith((_, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write("data: {}\n\n"), 2);
    response.on("close", () => clearInterval(timer));
  });
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\napi-key: gaffe_test_token\r\ncontent-type: application/json\r\ncontent-length: ${hello.length}\r\n\r\n${hello}`;
  for (let round = 0; round < 20; round++) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => dropAfter(index % 8)));
  }
  await until(() => open.size === 0 && proxy.calls.length === provider.seen.length);
  expect(proxy.calls.every(({ outcome }) => outcome.kind === "cancelled")).toBe(true);
  await until(() => provider.sockets.size === 0);

  function dropAfter(chunks: number): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(proxy.port, "127.0.0.1", () => socket.write(head));
      let seen = 0;
      socket.on("data", () => seen++ >= chunks && socket.destroy());
      if (chunks === 0) setTimeout(() => socket.destroy(), 5);
      socket.on("close", () => resolve());
      socket.on("error", () => undefined);
    });
  }
});

test("a client that waits for JSON and leaves ends the upstream call", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  let closed = false;
  provider.answerWith((_, response) => response.on("close", () => (closed = true)));
  const socket = connect(proxy.port, "127.0.0.1");
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\napi-key: gaffe_test_token\r\ncontent-length: ${hello.length}\r\n\r\n${hello}`,
  );
  await until(() => provider.seen.length === 1);
  socket.destroy();
  await until(() => closed);
  expect(proxy.calls[0]!.outcome).toEqual({ kind: "cancelled" });
});

test("a slow reader slows the provider down instead of filling memory, and is not taken for a silent provider", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url), {
    limits: { maxRecordedResponseBytes: 1_000, idleTimeoutMs: 100 },
  });
  const block = randomBytes(65_536);
  let written = 0;
  let ended = false;
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    const fill = () => {
      let more = true;
      while (more && written < 100_000_000) {
        more = response.write(block);
        written += block.length;
      }
      if (more) ended = Boolean(response.end());
      else response.once("drain", fill);
    };
    fill();
  });
  const socket = connect(proxy.port, "127.0.0.1");
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\napi-key: gaffe_test_token\r\ncontent-length: ${hello.length}\r\n\r\n${hello}`,
  );
  socket.pause();
  await until(() => provider.seen.length === 1);
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(ended).toBe(false);
  expect(written).toBeLessThan(40_000_000);
  let received = 0;
  socket.on("data", (chunk) => (received += chunk.length));
  socket.resume();
  await new Promise((resolve) => socket.on("end", resolve));
  expect(received).toBeGreaterThan(100_000_000);
  expect(proxy.calls[0]!.response.chunks.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(100_000);
});

test("the first event is passed on before the second exists", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  let finish = () => undefined as unknown;
  provider.answerWith((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\r\n\r\n");
    finish = () => response.end("data: 2\r\n\r\n");
  });
  const response = await fetch(`${proxy.url}/chat/completions`, {
    method: "POST",
    headers: { ...json, "api-key": "gaffe_test_token" },
    body: hello,
  });
  const reader = response.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\r\n\r\n");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  finish();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 2\r\n\r\n");
  expect((await reader.read()).done).toBe(true);
});

test("a draining proxy responds 503 with retry-after and lets calls in progress end", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  let finish = () => undefined as unknown;
  provider.answerWith((_, response) => (finish = () => response.end("{}")));
  const first = send(proxy.port, { ...chat, body: hello });
  await until(() => provider.seen.length === 1);
  const drained = proxy.proxy.drain(60_000);
  const late = await send(proxy.port, { ...chat, body: hello });
  expect([...codeOf(late), late.headers["retry-after"]]).toEqual([503, "draining", "draining", "1"]);
  finish();
  expect((await first).status).toBe(200);
  await drained;
});

test("calls still open after a draining proxy's grace period end with an error that blames nobody else", async () => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  provider.answerWith(({ body }, response) => {
    if (body.includes("stream")) response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
  });
  const waiting = send(proxy.port, { ...chat, body: hello });
  await until(() => provider.seen.length === 1);
  const headers = { ...json, "api-key": "gaffe_test_token" };
  const streaming = await fetch(`${proxy.url}/chat/completions`, {
    method: "POST",
    headers,
    body: '{"model":"fake/m","stream":true}',
  });
  await proxy.proxy.drain(50);
  expect(codeOf(await waiting)).toEqual([503, "draining", "draining"]);
  let output = "";
  const read = async () => {
    for await (const chunk of streaming.body!) output += Buffer.from(chunk).toString();
  };
  await expect(read()).rejects.toThrow("terminated");
  expect(output).toMatch(/^data: 1\n\ndata: {"error":{"message":"the proxy is shutting down/);
  expect(proxy.calls.map(({ outcome }) => outcome.kind)).toEqual(["broken", "broken"]);
});

test("a recorder that throws changes nothing for the caller; a strict project is refused before anything is sent", async () => {
  await using provider = await openFakeProvider();
  const recorder = {
    record: () => {
      throw new Error("no");
    },
    canRecord: () => false,
    secondsUntilQuota: () => undefined,
    close: async () => undefined,
  };
  provider.answerWith((_, response) => response.end("{}"));
  await using proxy = await openProxy(to(provider.url), { recorder });
  await using strict = await openProxy({ ...to(provider.url), strict: true }, { recorder });
  expect((await send(proxy.port, { ...chat, body: hello })).status).toBe(200);
  expect(codeOf(await send(strict.port, { ...chat, body: hello }))).toEqual([
    503,
    "recording_unavailable",
    "recording_unavailable",
  ]);
  expect(provider.seen.length).toBe(1);
});

test.each(["authenticate", "settings"] as const)(
  "while the records are away and %s cannot be read, the answer is 503 with retry-after, and SDKs try again",
  async (part) => {
    const away = () => Promise.reject(new Failure("dependency", "the records do not answer"));
    const dependencies = part === "authenticate" ? { authenticate: away } : { settings: { of: away } };
    await using proxy = await openProxy(to("http://127.0.0.1:9/v1"), dependencies);
    const reply = await send(proxy.port, { ...chat, headers: { ...json, "api-key": token }, body: hello });
    expect(codeOf(reply)).toEqual([503, "records_unavailable", "records_unavailable"]);
    expect(reply.headers).toMatchObject({ "retry-after": "1", "x-should-retry": "true" });
  },
);

test("an answer that is not HTTP is 502", async () => {
  const server = createServer((socket) =>
    socket.on("data", () => socket.end("nonsense\r\n\r\n")).on("error", () => undefined),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await using proxy = await openProxy(to(`http://127.0.0.1:${port}/v1`));
  expect(codeOf(await send(proxy.port, { ...chat, body: hello }))).toEqual([502, "upstream_reset", "upstream_reset"]);
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["two lengths", "content-length: 2\r\ncontent-length: 3\r\n\r\n{}", 400],
  ["a length and chunks", "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 400],
  ["a header with a NUL", "x-a: a\0b\r\ncontent-length: 2\r\n\r\n{}", 400],
])("%s in one request are refused before anything is forwarded", async (_, rest, status) => {
  await using provider = await openFakeProvider();
  await using proxy = await openProxy(to(provider.url));
  const head = "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nconnection: close\r\napi-key: gaffe_test_token\r\n";
  expect(await raw(proxy.port, head + rest)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  expect(provider.seen).toEqual([]);
});

test("an absolute address in the request line is not the proxy's", async () => {
  await using proxy = await openProxy({ upstreams: [] });
  const head = "GET http://169.254.169.254/v1/models HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
  expect(await raw(proxy.port, head)).toMatch(/^HTTP\/1.1 418/);
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
