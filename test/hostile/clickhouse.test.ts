import { expect, test } from "vitest";
import { openTestStorage } from "../support/engines/clickhouse.ts";

/** Another user of this machine who found the port of the embedded ClickHouse, without its password. */
test("the passwordless user of the embedded ClickHouse cannot close its port, read rows or read files", async () => {
  await using storage = await openTestStorage();
  const url = storage.engine?.endpoint().url ?? "";
  for (const attack of [
    "SYSTEM STOP LISTEN HTTP",
    "SYSTEM STOP MERGES",
    "SYSTEM SHUTDOWN",
    "SELECT * FROM gaffe.datapoints",
    "DROP TABLE gaffe.spans",
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM system.numbers LIMIT 1",
  ]) {
    const response = await fetch(url, { method: "POST", body: attack });
    const refused = expect.stringMatching(/ACCESS_DENIED|QUOTA_EXCEEDED/) as string;
    expect([attack, response.ok, await response.text()]).toEqual([attack, false, refused]);
  }
  expect(await storage.clickhouse.select("answers", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("the service's own user of the embedded ClickHouse reads no files, URLs, buckets or other servers", async () => {
  await using storage = await openTestStorage();
  for (const source of [
    "file('/etc/passwd', 'LineAsString')",
    "url('http://127.0.0.1:1/', 'LineAsString')",
    "s3('http://127.0.0.1:1/bucket', 'LineAsString')",
    "remote('127.0.0.1:1', 'system.one')",
    "postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
  ]) {
    const reading = storage.clickhouse.select("read a source", `SELECT * FROM ${source}`);
    await expect(reading).rejects.toThrow(/Not enough privileges|ACCESS_DENIED/);
  }
});
