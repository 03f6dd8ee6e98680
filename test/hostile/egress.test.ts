import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../../src/app/settings/settings.ts";
import { hostOf } from "../../src/providers/service.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";

/** A member with the scope `write`, who lets Gaffe make requests for them: server-side request forgery. */
const folder = temporaryFolder();
let service: Service;
let enginePort: number;
beforeAll(async () => {
  service = await startService({ folder: folder.path, env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } });
  const command = readFileSync(`/proc/${service.clickhousePid()}/cmdline`, "utf8");
  enginePort = Number(/--http_port=(\d+)/.exec(command)?.[1]);
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const fetchThroughGaffe = (url: string) =>
  apiOf(service).post("/models/try", {
    type: "NL_GENERATION",
    input: "hello",
    definition: { type: "http", nextTurn: { method: "GET", url, responsePath: "response" } },
  }) as Promise<{ prediction?: unknown; error?: string }>;

test("a private address that the operator allows is reached", async () => {
  await using neighbor = createServer((_, response) => response.end('"from the neighbor"')).listen(0, "127.0.0.1");
  await once(neighbor, "listening");
  const { port } = neighbor.address() as AddressInfo;
  expect(await fetchThroughGaffe(`http://127.0.0.1:${port}/`)).toMatchObject({ prediction: "from the neighbor" });
});

test.each([
  ["the embedded ClickHouse", () => `http://127.0.0.1:${enginePort}/?query=SELECT%201`],
  ["the embedded ClickHouse by name", () => `http://localhost:${enginePort}/?query=SELECT%201`],
  ["Gaffe itself", () => `${service.url}/api/v1/projects`],
  ["Gaffe itself, spelled otherwise", () => `http://127.1:${service.port}/api/v1/projects`],
])("%s is never reached, although its network is allowed", async (_, url) => {
  const { prediction, error } = await fetchThroughGaffe(url());
  expect({ prediction, error }).toEqual({ prediction: undefined, error: expect.stringMatching(/may be connected to/) });
});

test.each([
  [{}, true],
  [{ GAFFE_HOST: "0.0.0.0" }, false],
  [{ GAFFE_PUBLIC_URL: "http://localhost:4233" }, true],
  [{ GAFFE_PUBLIC_URL: "https://gaffe.example" }, false],
  [{ GAFFE_TRUSTED_PROXIES: "10.0.0.1" }, false],
])("with %j private networks may be reached by default: %s", (environment, reachable) => {
  expect(readSettings(environment).allowNetworks.includes("10.0.0.0/8")).toBe(reachable);
});

test.each([
  ["https://api.example.com/v1", "https://api.example.com:443/other", true],
  ["https://api.example.com/v1", "http://api.example.com/v1", false],
  ["https://api.example.com/v1", "https://api.example.com:8443/v1", false],
  ["http://localhost:11434/v1", "https://localhost:11434/v1", false],
])("a key for %s is sent to %s: %s", (bound, url, isSent) => {
  expect(hostOf(bound) === hostOf(url)).toBe(isSent);
});
