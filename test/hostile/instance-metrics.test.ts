import { expect, test } from "vitest";
import { asAccountId, asProjectId } from "../../src/platform/ids.ts";
import { startApi } from "../support/service/api.ts";

const metricsToken = "monitoring-0123456789";

test("metrics of all accounts are for operators, not for the admin of any account", async () => {
  await using api = await startApi({ loopbackOnly: false, metricsToken });
  const accountId = asAccountId("tenant");
  const projectId = asProjectId("tenant_project");
  await api.records.projects.add({ id: projectId, accountId, name: "Global", createdAt: api.clock.now });
  const read = async (token: string, headers: object = {}) =>
    (await api.ask("GET", "/metrics", { token, headers })).status;
  expect(await read(await api.tokenWith(["admin"], { accountId, projectId }))).toBe(403);
  expect(await read(await api.tokenWith(["admin"]))).toBe(200);
  expect(await read(await api.tokenWith(["read", "write"]))).toBe(403);
  expect(await read(metricsToken)).toBe(200);
  expect(await read("", { authorization: `Bearer ${metricsToken}` })).toBe(200);
  expect(await read(`${metricsToken}x`)).toBe(401);
  expect(await read("")).toBe(401);
});

test("on loopback, programs of this machine read them, and pages do not", async () => {
  await using api = await startApi();
  expect((await api.ask("GET", "/metrics", { token: "" })).status).toBe(200);
  const foreign = await api.ask("GET", "/metrics", { token: "", headers: { "x-real-ip": "10.0.0.7" } });
  expect(foreign.status).toBe(401);
});
