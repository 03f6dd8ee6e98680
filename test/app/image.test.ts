import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../src/platform/http/free-port.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { type Postgres, postgresPrograms, startPostgres } from "../support/engines/postgres.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { testToken } from "../support/service/service.ts";
import { apiOf } from "../support/service/service-api.ts";
import { commandOf, compose, imageEnv, instruction, repository } from "./support/compose.ts";
import { layOutPackages } from "./support/production-packages.ts";

// Without a container engine: the files of the image in a folder, with the image's command and health
// check.
const folder = temporaryFolder();
const image = join(folder.path, "app");
beforeAll(() => {
  const built = spawnSync(process.execPath, ["dashboards/app/build.ts", "--if-needed"], { cwd: repository });
  expect(built.status, built.stderr.toString()).toBe(0);
  for (const copied of instruction("COPY")) {
    const to = copied.split(" ").at(-1) ?? "";
    if (to === "node_modules") layOutPackages(repository, image);
    else for (const source of sourcesOf(copied)) copy(source, to === "./" ? source : to);
  }
});
afterAll(() => folder[Symbol.dispose]());

const sourcesOf = (copied: string) =>
  copied
    .replace(/^--from=\w+ \/app\//, "")
    .split(" ")
    .slice(0, -1);
function copy(source: string, to: string): void {
  mkdirSync(dirname(join(image, to)), { recursive: true });
  cpSync(join(repository, source), join(image, to), { recursive: true });
}

describe("the image's files", () => {
  test("run with the image's command, pass its health check, serve the web app and write only to the volume", async () => {
    const before = written(image);
    await using run = await start({});
    expect(healthOf(run.port).status).toBe(0);
    const page = await fetch(`${run.url}/`, { headers: { accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/assets/")]);
    expect((await fetch(`${run.url}/docs/deploy.md`)).status).toBe(200);
    await post(run);
    expect(await run.stop()).toBe(0);
    expect(written(image)).toEqual(before);
    expect(healthOf(run.port).status).toBe(1);
  });

  const absent = "absent" in postgresPrograms ? ` (skipped: ${postgresPrograms.absent})` : "";
  test.skipIf(absent !== "")(
    `need no embedded ClickHouse with the settings of docker-compose.yml${absent}`,
    async () => {
      expect(compose.services["gaffe"]?.build?.args).toEqual({ CLICKHOUSE: "served" });
      rmSync(join(image, "node_modules/@chdb"), { recursive: true });
      await using clickhouse = await startClickHouse();
      await using postgres: Postgres = await startPostgres();
      await using run = await start({
        CLICKHOUSE_URL: clickhouse.url,
        DATABASE_URL: postgres.newDatabase(),
        GAFFE_SECRET_KEY: "k".repeat(32),
      });
      await post(run);
      expect(healthOf(run.port).status).toBe(0);
      expect(await run.stop()).toBe(0);
    },
    300_000,
  );
});

async function start(env: Readonly<Record<string, string>>) {
  const [port, grpcPort] = [await freePort(), await freePort()];
  const data = join(folder.path, `data-${port}`);
  const [program, ...args] = commandOf(instruction("CMD")[0]!);
  expect(program).toBe("node");
  const child = spawn(process.execPath, args, {
    cwd: image,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...imageEnv,
      PATH: process.env["PATH"] ?? "",
      GAFFE_HOST: "127.0.0.1",
      GAFFE_DATA: data,
      GAFFE_PORT: `${port}`,
      GAFFE_GRPC_PORT: `${grpcPort}`,
      GAFFE_INIT_TOKEN: testToken,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let attempts = 0; ; attempts++) {
    if (child.exitCode !== null || attempts > 2400) throw new Error(`it did not start:\n${output}`);
    if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) break;
    await sleep(100);
  }
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    return child.exitCode;
  };
  return { url, port, token: testToken, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}

/** Sends one call through the datapoints API and reads it back. */
async function post(target: { url: string; token: string }): Promise<void> {
  const call = { requestModel: "gpt-4o", provider: "openai", input: "Hello", output: "Hello." };
  await apiOf(target).post("/datapoints", { startedAt: new Date().toISOString(), ...call });
  for (let attempts = 0; attempts < 1200; attempts++) {
    const { datapoints } = (await apiOf(target).get("/health")) as { datapoints: number };
    if (datapoints === 1) return;
    await sleep(100);
  }
  throw new Error("the call did not arrive");
}

/** Runs HEALTHCHECK's command as the engine would. */
function healthOf(port: number) {
  const [, ...args] = commandOf(instruction("HEALTHCHECK")[0]!);
  return spawnSync(process.execPath, args, { env: { GAFFE_PORT: `${port}` }, timeout: 60_000 });
}

/** Returns files with their modification times, without those of packages. */
function written(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith("node_modules"))
    .map((name) => `${name} ${existsSync(join(path, name)) ? statSync(join(path, name)).mtimeMs : ""}`)
    .sort();
}
