import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../src/platform/http/free-port.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { childrenOf, startService, testToken } from "../support/service/service.ts";
import { startTcpLink } from "../support/service/tcp-link.ts";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

function start(env: Record<string, string>, ...args: string[]) {
  return spawnSync(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    encoding: "utf8",
    timeout: 240_000,
  });
}

test("all mistakes in the settings are reported together, and nothing starts", () => {
  const { status, stderr } = start({ GAFFE_PORT: "many", GAFFE_HOTS: "x", LOG_LEVEL: "loud" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/GAFFE_PORT/);
  expect(stderr).toMatch(/GAFFE_HOTS is not a setting: did you mean GAFFE_HOST\?/);
  expect(stderr).toMatch(/LOG_LEVEL/);
});

test("the effective settings are printed without secrets", () => {
  const { status, stdout } = start({ GAFFE_INIT_TOKEN: testToken, GAFFE_PORT: "4999" }, "config");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^GAFFE_PORT=4999$/m);
  expect(stdout).not.toContain(testToken);
});

test("a port in use is reported with a remedy", async () => {
  using folder = temporaryFolder();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { status, stderr } = start({ GAFFE_DATA: folder.path, GAFFE_PORT: String(port) });
  server.close();
  expect(status).toBe(1);
  expect(stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
  expect(stderr).toContain("GAFFE_PORT");
});

test("a data folder that is not writable is reported", () => {
  const { status, stderr } = start({ GAFFE_DATA: "/dev/null/data", GAFFE_PORT: "0" });
  expect(status).toBe(1);
  expect(stderr).toContain("must be writable, and only by the user that runs Gaffe");
});

test("a served ClickHouse that is not up yet is waited for, and one that refuses the password is not", async () => {
  using folder = temporaryFolder();
  await using clickhouse = await startClickHouse();
  const { port } = new URL(clickhouse.url);
  await using link = await startTcpLink(await freePort());
  const url = clickhouse.url.replace(`:${port}/`, `:${link.port}/`);
  const service = await startService({ folder: folder.path, env: { CLICKHOUSE_URL: url }, unready: true });
  await expect.poll(() => service.output(), { timeout: 60_000 }).toContain('"dependency":"ClickHouse"');
  link.point(Number(port));
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  await service.kill("SIGTERM");
  const wrong = new URL(clickhouse.url);
  wrong.password = "wrong";
  const refused = start({ GAFFE_DATA: folder.path, GAFFE_PORT: "0", GAFFE_GRPC_PORT: "0", CLICKHOUSE_URL: wrong.href });
  expect(refused.status).toBe(1);
  expect(refused.stdout).not.toContain("dependency-awaited");
});

test("a second process on the same folder is refused, and the first one's ClickHouse ends with it", async () => {
  using folder = temporaryFolder();
  const service = await startService({ folder: folder.path });
  const second = start({ GAFFE_DATA: folder.path, GAFFE_PORT: "0" });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("another process is using the data folder");

  const clickhouse = service.clickhousePid() ?? 0;
  expect(childrenOf(service.child.pid ?? 0)).toContain(clickhouse);
  await service.kill("SIGKILL");
  await expect.poll(() => isAlive(clickhouse)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
