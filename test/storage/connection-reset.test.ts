import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClickHouse, createClickHouse } from "../../src/storage/clickhouse/client.ts";
import { startEngine } from "../../src/storage/clickhouse/embedded/supervisor.ts";
import { temporaryFolder } from "../support/service/folder.ts";

const folder = temporaryFolder();
let engine: Awaited<ReturnType<typeof startEngine>>;
let direct: ClickHouse;
beforeAll(async () => {
  engine = await startEngine({ folder: folder.path, maxMemoryBytes: 1_000_000_000, emit: () => {} });
  direct = clickHouseAt(engine.endpoint().url);
  await direct.command("create", "CREATE TABLE resets (a UInt8) ENGINE = MergeTree ORDER BY a");
});
afterAll(async () => {
  await direct.close();
  await engine.stop();
  folder[Symbol.dispose]();
});

const clickHouseAt = (url: string) =>
  createClickHouse({ endpoint: () => ({ ...engine.endpoint(), url }), database: "default", readSeconds: 10 });

/** Forwards to ClickHouse, and resets connections when a request arrives: none, those used before, or all. */
async function startResettingProxy() {
  const target = new URL(engine.endpoint().url);
  let resets: "none" | "reused" | "all" = "none";
  let count = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    let isUsed = false;
    client.on("data", (bytes) => {
      if (resets === "all" || (resets === "reused" && isUsed)) {
        count++;
        client.resetAndDestroy();
        upstream.destroy();
      } else upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      isUsed = true;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = clickHouseAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    client,
    resetsOf: () => count,
    reset: (which: typeof resets) => {
      resets = which;
      count = 0;
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      server.close();
    },
  };
}

const oneRow = { table: "resets", columns: ["a"], format: "JSONEachRow" };

test("a read whose reused connection is reset is repeated once, on a new connection", async () => {
  await using proxy = await startResettingProxy();
  expect(await proxy.client.select("read", "SELECT 1 AS a")).toEqual([{ a: 1 }]);
  proxy.reset("reused");
  expect(await proxy.client.select("read", "SELECT 2 AS a")).toEqual([{ a: 2 }]);
  expect(proxy.resetsOf()).toBe(1);
  expect(await proxy.client.bytes("read bytes", "SELECT toUInt8(3) AS a")).toEqual(Buffer.from([3]));
  expect(proxy.resetsOf()).toBe(2);
});

test("a read that is reset twice fails as a dependency", async () => {
  await using proxy = await startResettingProxy();
  proxy.reset("all");
  await expect(proxy.client.select("read", "SELECT 1 AS a")).rejects.toMatchObject({
    blame: "dependency",
    facts: { reason: "unreachable" },
  });
  expect(proxy.resetsOf()).toBe(2);
});

test("an insert and a command are not repeated", async () => {
  await using proxy = await startResettingProxy();
  await proxy.client.select("read", "SELECT 1 AS a");
  proxy.reset("all");
  const failure = { blame: "dependency", facts: { reason: "unreachable" } };
  await expect(proxy.client.insert(oneRow, Buffer.from('{"a":1}'))).rejects.toMatchObject(failure);
  expect(proxy.resetsOf()).toBe(1);
  await expect(proxy.client.command("truncate", "TRUNCATE TABLE resets")).rejects.toMatchObject(failure);
  expect(proxy.resetsOf()).toBe(2);
  expect(await direct.select("count", "SELECT toUInt32(count()) AS rows FROM resets")).toEqual([{ rows: 0 }]);
});
