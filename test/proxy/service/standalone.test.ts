import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startProxy } from "../../../src/app/assemble-proxy.ts";
import { readProxySettings } from "../../../src/app/settings/proxy-alone.ts";
import { exportResponse } from "../../../src/ingest/otlp/answers.ts";
import { decodeTraces } from "../../../src/otlp/decode.ts";
import type { Span } from "../../../src/otlp/span.ts";
import { createTelemetry } from "../../../src/platform/telemetry/telemetry.ts";
import { openFakeProvider } from "../../support/providers/fake-provider.ts";
import { json, send, until } from "../../support/providers/proxy.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

async function openCollector(status: () => number, answer: Uint8Array = new Uint8Array()) {
  const spans: Span[] = [];
  const headers: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      headers.push(request.headers["x-team"]);
      if (status() === 200) spans.push(...decodeTraces(Buffer.concat(chunks)));
      response.writeHead(status()).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, headers, [Symbol.asyncDispose]: async () => server.close().closeAllConnections() };
}

const silentTelemetry = () => createTelemetry({ level: "silent" });
const fakeUpstream = (url: string) => JSON.stringify([{ id: "fake", baseUrl: `${url}/` }]);
const settingsOf = (
  [folder, provider, collector]: readonly [string, string, string],
  more: Readonly<Record<string, string>> = {},
) =>
  readProxySettings({
    GAFFE_PORT: "0",
    GAFFE_DATA: folder,
    GAFFE_PROXY_UPSTREAMS: fakeUpstream(provider),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    ...more,
  });
const request = {
  path: "/v1/chat/completions",
  headers: { ...json, "api-key": "two" },
  body: '{"model":"fake/m","messages":[]}',
};

test.each([503, 401])(
  "calls made while the collector answers %s arrive after a restart, once and without the key",
  async (trouble) => {
    using folder = temporaryFolder();
    let status = trouble;
    await using collector = await openCollector(() => status);
    await using provider = await openFakeProvider();
    provider.answerWith((_, response) =>
      response.setHeader("content-type", "application/json").end('{"id":"r1","choices":[]}'),
    );
    const settings = settingsOf([folder.path, provider.url, collector.url], {
      GAFFE_PROXY_TOKENS: "one, two",
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=lost",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "X-Team=a%20b",
      OTEL_SERVICE_NAME: "shop",
    });
    const first = await startProxy(settings, silentTelemetry());
    expect((await send(first.port, request)).status).toBe(200);
    expect((await send(first.port, { ...request, headers: { ...json, "api-key": "three" } })).status).toBe(401);
    await until(() => collector.headers.length > 0);
    await first.close();
    expect(collector.spans).toEqual([]);
    status = 200;
    const second = await startProxy(settings, silentTelemetry());
    await until(() => collector.spans.length === 1);
    await second.close();
    const [span] = collector.spans;
    expect(span!.attributes.get("gen_ai.response.id")).toBe("r1");
    expect(span!.resource.get("service.name")).toBe("shop");
    expect(collector.headers[0]).toBe("a b");
    expect(JSON.stringify([...span!.attributes])).not.toContain("canary");
  },
);

test("items that an endpoint rejects are counted, and the operator can read the count", async () => {
  using folder = temporaryFolder();
  await using collector = await openCollector(() => 200, exportResponse(1, "no"));
  await using provider = await openFakeProvider();
  provider.answerWith((_, response) => response.end("{}"));
  const settings = settingsOf([folder.path, provider.url, collector.url], {
    GAFFE_PROXY_DEFAULT_UPSTREAM: "fake",
  });
  const proxy = await startProxy(settings, silentTelemetry());
  await expect(startProxy(settings, silentTelemetry())).rejects.toThrow("another process is using the data folder");
  await send(proxy.port, { ...request, body: '{"model":"llama"}' });
  const get = async (path: string) => (await send(proxy.port, { method: "GET", path })).body.toString();
  await expect.poll(() => get("/metrics")).toContain('gaffe_proxy_exports_failed_total{outcome="rejected"} 1');
  expect(await get("/metrics")).toContain("gaffe_journal_entries");
  expect(await get("/readyz")).toBe('{"status":"ok"}');
  await proxy.close();
});

test("a wrong endpoint stops the export and is reported; a batch that is refused on its own merits stops no other", async () => {
  using folder = temporaryFolder();
  let status = 404;
  await using collector = await openCollector(() => status);
  await using provider = await openFakeProvider();
  provider.answerWith((_, response) => response.end("{}"));
  const settings = settingsOf([folder.path, provider.url, collector.url]);
  const proxy = await startProxy(settings, silentTelemetry());
  const metrics = async () => (await send(proxy.port, { method: "GET", path: "/metrics" })).body.toString();
  await send(proxy.port, request);
  await expect.poll(metrics).toContain('gaffe_proxy_exports_failed_total{outcome="misled"}');
  status = 400;
  await expect.poll(metrics).toContain('gaffe_proxy_exports_failed_total{outcome="refused"} 1');
  await expect.poll(metrics).toContain("gaffe_dead_letters 1");
  status = 200;
  await send(proxy.port, request);
  await until(() => collector.spans.length === 1);
  await proxy.close();
});

test.each([
  [
    { GAFFE_PROXY_UPSTREAMS: '[{"id":"A b","baseUrl":"http://x/v1"}]' },
    /GAFFE_PROXY_UPSTREAMS.0.id must be lower-case/,
  ],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"http://u:p@x/v1"}]' }, /no user/],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"file:///etc"}]' }, /URL/],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"http://x","header":"k"}]' }, /belongs to "auth": "header"/],
  [{ GAFFE_PROXY_UPSTREAMS: '[{"id":"a","baseUrl":"http://x"},{"id":"a","baseUrl":"http://y"}]' }, /an id twice/],
  [{ GAFFE_PROXY_UPSTREAMS: "nonsense" }, /JSON list/],
  [{ GAFFE_PROXY_UPSTREAM: "[]" }, /did you mean GAFFE_PROXY_UPSTREAMS\?/],
  [{ OTEL_EXPORTER_OTLP_HEADERS: "api-key" }, /name=value/],
  [{ GAFFE_PORT: "70000" }, /65535/],
])("%j is refused", (environment, message) => {
  expect(() => readProxySettings(environment)).toThrow(message);
});

test("settings of the service may be set along with its own", () => {
  expect(readProxySettings({ GAFFE_RETENTION_DAYS: "7", GAFFE_PROXY_STRICT: "true" }).project.strict).toBe(true);
});

test.each([
  [{ GAFFE_HOST: "0.0.0.0" }, "GAFFE_PROXY_TOKENS"],
  [{ GAFFE_PROXY_DEFAULT_UPSTREAM: "groc" }, "did you mean groq?"],
])("%j does not start", async (environment, message) => {
  await expect(startProxy(readProxySettings({ ...environment, GAFFE_PORT: "0" }), silentTelemetry())).rejects.toThrow(
    message,
  );
});
