import { readdirSync, readFileSync } from "node:fs";
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { openapiFile } from "../../src/app/openapi-file.ts";
import { asAccountId, asProjectId } from "../../src/platform/ids.ts";
import type { Scope } from "../../src/server/access.ts";
import { requireAuthRules } from "../../src/server/routes/guard.ts";
import { startApi } from "../support/service/api.ts";

test("openapi.json matches the routes (npm run openapi writes it)", async () => {
  expect(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")).toBe(await openapiFile());
});

test("openapi.json refers to nothing that it lacks", async () => {
  const text = await openapiFile();
  const { components } = JSON.parse(text) as { components: { schemas: object } };
  const referred = new Set([...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  expect(referred).toEqual(new Set(Object.keys(components.schemas)));
});

test("no two schemas have the same name: the document would merge them", () => {
  const folder = new URL("../../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.includes("/contract/"),
  );
  const names = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(new URL(file, folder), "utf8").matchAll(/meta\(\{ id: "(\w+)" \}\)/g)].map(([, name]) => name),
    );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("auth rules", () => {
  test("a route without one is not accepted", () => {
    const app = fastify();
    requireAuthRules(app);
    expect(() => app.get("/x", () => "")).toThrow(/GET \/x has no auth rule/);
    expect(() => app.get("/y", { config: { scope: "nobody" } }, () => "")).not.toThrow();
  });

  test("only these paths need no token", async () => {
    await using service = await startApi({ loopbackOnly: false });
    for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs/api"]) {
      expect([path, (await service.ask("GET", path, { token: "" })).status]).toEqual([path, 200]);
    }
    expect((await service.ask("GET", "/metrics", { token: "" })).status).toBe(401);
    expect((await service.ask("GET", "/metrics")).status).toBe(200);
    expect((await service.ask("GET", "/api/v1/nothing", { token: "" })).status).toBe(404);
  });

  test("no token, an unknown, a revoked and an expired one are refused on every route when others can connect", async () => {
    await using service = await startApi({ loopbackOnly: false });
    const revoked = await service.tokenWith(["admin"]);
    const listed = await service.ask("GET", "/api/v1/tokens");
    const { id } = listed.body.items.find(({ name }: { name: string }) => name === "admin");
    await service.ask("DELETE", `/api/v1/tokens/${id}`);
    for (const { method, path } of service.api.routes) {
      for (const token of ["", "gaffe_nope", `gaffe_${"x".repeat(43)}`, "' OR 1=1 --", revoked]) {
        const answer = await service.ask(method, `/api/v1${path}`, { token });
        expect([method, path, token, answer.status]).toEqual([method, path, token, 401]);
        expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
      }
    }
  });

  const may: Readonly<Record<Scope, readonly Scope[]>> = {
    ingest: ["ingest"],
    read: ["read"],
    write: ["read", "write"],
    admin: ["ingest", "read", "write", "admin"],
  };

  test.each(Object.entries(may))(
    "a token with the scope %s reaches what needs %j and nothing else",
    async (scope, allowed) => {
      // A stopping service ends its streams, so every response ends.
      await using service = await startApi({ loopbackOnly: false, isServing: () => false });
      const token = await service.tokenWith([scope as Scope]);
      for (const route of service.api.routes) {
        const answer = await service.ask(route.method, `/api/v1${route.path}`, { token });
        const { method, path } = route;
        const may = !route.people && allowed.includes(route.scope);
        expect([method, path, answer.status === 403]).toEqual([method, path, !may]);
      }
    },
  );

  test("another account sees and changes nothing of the first", async () => {
    await using service = await startApi({ loopbackOnly: false });
    const other = { id: asProjectId("other"), accountId: asAccountId("account_2"), name: "Global", createdAt: 1 };
    await service.records.projects.add(other);
    const stranger = await service.tokenWith(["admin"], { projectId: other.id, accountId: other.accountId });
    const [monitor] = await service.records.monitors.list(asProjectId("global"));
    const own = await service.ask("GET", "/api/v1/tokens");
    const [token] = own.body.items;
    const request = (method: string, path: string, body?: unknown) =>
      service.ask(method, `/api/v1${path}`, { token: stranger, ...(body === undefined ? {} : { body }) });
    const shown = (await request("GET", "/monitors")).body.items.map(({ id }: { id: string }) => id);
    expect(shown).not.toContain(monitor?.id);
    expect((await request("GET", `/monitors/${monitor?.id}`)).status).toBe(404);
    expect((await request("PATCH", `/monitors/${monitor?.id}`, { name: "mine" })).status).toBe(404);
    expect((await request("DELETE", `/monitors/${monitor?.id}`)).status).toBe(404);
    expect((await request("DELETE", `/tokens/${token.id}`)).status).toBe(404);
    expect((await request("POST", "/tokens", { name: "x", scopes: ["read"], projectId: "global" })).status).toBe(404);
    const local = { id: "local", baseUrl: "http://127.0.0.1:1/v1" };
    expect((await service.ask("POST", "/api/v1/upstreams", { body: local })).status).toBe(201);
    expect((await request("GET", "/upstreams")).body.items).toEqual([]);
    expect((await request("PATCH", "/upstreams/local", { baseUrl: "http://127.0.0.1:2" })).status).toBe(404);
    expect((await request("DELETE", "/upstreams/local")).status).toBe(404);
    expect((await request("PATCH", "/proxy-settings", { defaultUpstream: "local" })).status).toBe(400);
    expect((await request("PATCH", "/proxy-settings", { strict: true })).status).toBe(200);
    expect((await service.ask("GET", "/api/v1/proxy-settings")).body).toEqual({ strict: false, includeUsage: false });
    expect((await request("GET", "/projects")).body.items).toMatchObject([{ id: "other" }]);
    expect((await request("GET", "/issues/1")).status).toBe(404);
    const missing = await request("GET", "/monitors/none");
    const foreign = await request("GET", `/monitors/${monitor?.id}`);
    expect({ ...missing.body, requestId: "" }).toEqual({ ...foreign.body, requestId: "" });
  });
});

describe("at this machine", () => {
  test("no token is needed to read and write, but for tokens and projects", async () => {
    await using service = await startApi();
    expect((await service.ask("GET", "/api/v1/monitors", { token: "" })).status).toBe(200);
    expect((await service.ask("GET", "/api/v1/tokens", { token: "" })).status).toBe(401);
    expect((await service.ask("GET", "/api/v1/monitors", { token: `gaffe_${"x".repeat(43)}` })).status).toBe(401);
  });

  test.each([
    { "x-forwarded-for": "10.0.0.7" },
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ])("a request with %o is not local", async (headers) => {
    await using service = await startApi();
    expect((await service.ask("GET", "/api/v1/monitors", { token: "", headers })).status).toBe(401);
  });
});
