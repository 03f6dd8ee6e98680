import { expect, test } from "vitest";
import { ProxyChoices, Upstream } from "../../src/providers/contract/upstream.ts";
import { startApi } from "../support/service/api.ts";

const azure = { id: "azure", baseUrl: "https://mine.openai.azure.com/openai/v1/", auth: "header", header: "api-key" };

test("upstreams are created, listed, changed and deleted, and the proxy is notified each time", async () => {
  await using service = await startApi();
  const made = await service.ask("POST", "/api/v1/upstreams", { body: azure });
  expect(made.status).toBe(201);
  expect(Upstream.parse(made.body)).toEqual({ ...azure, baseUrl: "https://mine.openai.azure.com/openai/v1" });
  expect((await service.ask("POST", "/api/v1/upstreams", { body: azure })).status).toBe(409);
  const moved = await service.ask("PATCH", "/api/v1/upstreams/azure", {
    body: { baseUrl: "https://other.example/v1" },
  });
  expect(moved.body).toEqual({ ...azure, baseUrl: "https://other.example/v1" });
  const bearer = await service.ask("PATCH", "/api/v1/upstreams/azure", { body: { auth: "bearer" } });
  expect(bearer.body).toEqual({ id: "azure", baseUrl: "https://other.example/v1", auth: "bearer" });
  expect((await service.ask("GET", "/api/v1/upstreams")).body.items).toEqual([bearer.body]);
  const change = (body: object) => service.ask("PATCH", "/api/v1/upstreams/azure", { body });
  const native = { ...bearer.body, dialect: "anthropic", streamUsage: true };
  expect((await change({ dialect: "anthropic", streamUsage: true })).body).toEqual(native);
  expect((await change({ dialect: null, streamUsage: false })).body).toEqual(bearer.body);
  expect((await service.ask("DELETE", "/api/v1/upstreams/azure")).status).toBe(204);
  expect((await service.ask("GET", "/api/v1/upstreams")).body.items).toEqual([]);
  expect(service.proxySettingsChanged).toEqual(Array.from({ length: 6 }, () => "global"));
});

test.each([
  [{ ...azure, id: "A b" }, "id"],
  [{ ...azure, header: undefined }, "header"],
  [{ ...azure, auth: "bearer" }, "header"],
  [{ ...azure, header: "x\r\ny" }, "header"],
  [{ ...azure, key: "sk-1" }, ""],
  [{ ...azure, baseUrl: "https://user:pass@example.com/v1" }, "baseUrl"],
  [{ ...azure, baseUrl: "https://example.com/v1?key=1" }, "baseUrl"],
  [{ ...azure, baseUrl: "ftp://example.com" }, "baseUrl"],
  [{ ...azure, baseUrl: "http://169.254.169.254/latest" }, "baseUrl"],
  [{ ...azure, baseUrl: "http://10.0.0.1/v1" }, "baseUrl"],
  [{ ...azure, baseUrl: "http://[::1]:8000/v1" }, "baseUrl"],
  [{ ...azure, baseUrl: "http://0x0a000001/v1" }, "baseUrl"],
])("%j is refused, naming %s", async (body, field) => {
  await using service = await startApi();
  const answer = await service.ask("POST", "/api/v1/upstreams", { body });
  expect([answer.status, answer.body.field]).toEqual([400, field === "" ? "body" : field]);
  expect((await service.ask("GET", "/api/v1/upstreams")).body.items).toEqual([]);
});

test("the default must be an upstream of the project, and stays one until another or none is chosen", async () => {
  await using service = await startApi();
  const settings = (body?: object) =>
    service.ask(body ? "PATCH" : "GET", "/api/v1/proxy-settings", body ? { body } : {});
  expect(ProxyChoices.parse((await settings()).body)).toEqual({ strict: false, includeUsage: false });
  expect((await settings({ defaultUpstream: "azure" })).body).toMatchObject({ field: "defaultUpstream" });
  await service.ask("POST", "/api/v1/upstreams", { body: azure });
  const chosen = await settings({ defaultUpstream: "azure", includeUsage: true });
  expect(chosen.body).toEqual({ defaultUpstream: "azure", strict: false, includeUsage: true });
  expect((await service.ask("DELETE", "/api/v1/upstreams/azure")).status).toBe(409);
  expect((await settings({ strict: true })).body).toEqual({ ...chosen.body, strict: true });
  expect((await settings({ defaultUpstream: null })).body).toEqual({ strict: true, includeUsage: true });
  expect((await service.ask("DELETE", "/api/v1/upstreams/azure")).status).toBe(204);
});
