import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { assembleProxyAlone } from "../../src/assemble-proxy.ts";
import { readProxySettings } from "../../src/config/proxy-alone.ts";
import type { Span } from "../../src/domain/span.ts";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { createTelemetry } from "../../src/telemetry/telemetry.ts";
import { openFakeProvider } from "../support/fake-provider.ts";
import { temporaryFolder } from "../support/folder.ts";
import { json, send, until } from "../support/proxy.ts";

async function openCollector(status: () => number) {
  const spans: Span[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      headers.push(request.headers["x-team"]);
      if (status() === 200) spans.push(...decodeTraces(Buffer.concat(chunks)));
      response.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, headers, [Symbol.asyncDispose]: async () => server.close().closeAllConnections() };
}

test("calls made while the collector is down arrive after a restart, once and without the key", async () => {
  using folder = temporaryFolder();
  let status = 503;
  await using collector = await openCollector(() => status);
  await using provider = await openFakeProvider();
  provider.answerWith((_, response) =>
    response.setHeader("content-type", "application/json").end('{"id":"r1","choices":[]}'),
  );
  const settings = readProxySettings({
    GAFFE_PORT: "0",
    GAFFE_DATA: folder.path,
    GAFFE_PROXY_TOKENS: "one, two",
    GAFFE_PROXY_UPSTREAMS: JSON.stringify([{ id: "fake", baseUrl: `${provider.url}/` }]),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=a%20b",
  });
  const telemetry = createTelemetry({ level: "silent" });
  const first = await assembleProxyAlone(settings, telemetry);
  const ask = {
    path: "/v1/chat/completions",
    headers: { ...json, "api-key": "two" },
    body: '{"model":"fake/m","messages":[]}',
  };
  expect((await send(first.port, ask)).status).toBe(200);
  expect((await send(first.port, { ...ask, headers: { ...json, "api-key": "three" } })).status).toBe(401);
  await until(() => collector.headers.length > 0);
  await first.close(1_000);
  expect(collector.spans).toEqual([]);
  status = 200;
  const second = await assembleProxyAlone(settings, telemetry);
  await until(() => collector.spans.length === 1);
  await second.close(1_000);
  expect(collector.spans.map(({ attributes }) => attributes.get("gen_ai.response.id"))).toEqual(["r1"]);
  expect(collector.headers[0]).toBe("a b");
  expect(JSON.stringify([...collector.spans[0]!.attributes])).not.toContain("canary");
});

test.each([
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"A b","baseUrl":"http://x/v1"}]' }, /lower-case/],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"http://u:p@x/v1"}]' }, /no user/],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"file:///etc"}]' }, /URL/],
  [{ GAFFE_PROXY_UPSTREAMS: "nonsense" }, /JSON list/],
  [{ GAFFE_PORT: "70000" }, /65535/],
])("%j is refused", (environment, said) => {
  expect(() => readProxySettings(environment)).toThrow(said);
});

test("without tokens it listens on loopback only", async () => {
  const settings = readProxySettings({ GAFFE_HOST: "0.0.0.0", GAFFE_PORT: "0" });
  await expect(assembleProxyAlone(settings, createTelemetry({ level: "silent" }))).rejects.toThrow(
    "GAFFE_PROXY_TOKENS",
  );
});
