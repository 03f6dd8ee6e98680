import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { migrations } from "../../src/app/clickhouse/migrations/index.ts";
import { globalProject } from "../../src/platform/ids.ts";
import { engineLibrary } from "../../src/storage/clickhouse/embedded/engine-library.ts";
import { startEngine } from "../../src/storage/clickhouse/embedded/supervisor.ts";
import { migrate } from "../../src/storage/clickhouse/migrate.ts";
import { storedTrace, storeTraces } from "../support/data/stored-trace.ts";
import { openTestStorage } from "../support/engines/clickhouse.ts";

const always = { from: 0, to: Date.now() + 86_400_000 };
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const until = async (claim: () => boolean | Promise<boolean>) => {
  while (!(await claim())) await pause(20);
};
const pidOf = (state: { kind: string; pid?: number } | undefined) => (state?.kind === "ready" ? (state.pid ?? 0) : 0);

describe("the embedded engine", () => {
  test("killed during inserts, it comes back, has every acknowledged batch whole and once, and no part of another", async () => {
    await using storage = await openTestStorage();
    const perBatch = 50;
    const acked = new Map<string, number>();
    for (let round = 0; round < 4; round++) {
      const pid = pidOf(storage.engine?.state());
      const killer = pause(100 + 60 * round).then(() => process.kill(pid, "SIGKILL"));
      for (let batch = 0; batch < 12; batch++) {
        const token = `r${round}b${batch}`;
        const traces = Array.from({ length: perBatch }, () => storedTrace({ tags: [token] }));
        // Like the pipeline: inserts the same rows until it succeeds.
        await until(() =>
          storeTraces(storage.writer, traces).then(
            () => true,
            () => pause(50).then(() => false),
          ),
        );
        acked.set(token, perBatch);
      }
      await killer;
      await until(() => pidOf(storage.engine?.state()) !== pid && pidOf(storage.engine?.state()) !== 0);
    }
    const rows = await storage.clickhouse.select(
      "stored",
      "SELECT tags[1] AS token, toFloat64(count()) AS n FROM datapoints FINAL GROUP BY token",
    );
    expect(new Map(rows.map((row) => [(row as { token: string }).token, (row as { n: number }).n]))).toEqual(acked);
  });

  test("rejects a second process on its folder with a clear message, and the first continues", async () => {
    await using storage = await openTestStorage();
    const second = startEngine({ folder: storage.folder, maxMemoryBytes: 1e9, emit: () => {} });
    await expect(second).rejects.toMatchObject({
      blame: "caller",
      message: expect.stringContaining("another process") as string,
    });
    await storeTraces(storage.writer, [storedTrace()]);
    expect(await storage.datapoints.count(globalProject, { kind: "all" }, always)).toBe(1);
  });

  test("reports a path that is not a folder and a platform without a build", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(startEngine({ folder: file, maxMemoryBytes: 1e9, emit: () => {} })).rejects.toMatchObject({
      blame: "caller",
    });
    expect(() => engineLibrary({ platform: "plan9", arch: "mips" })).toThrow(/CLICKHOUSE_URL/);
    await rm(folder, { recursive: true });
  });

  test("exits when its parent is killed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
    const supervisor = new URL("../../src/storage/clickhouse/embedded/supervisor.ts", import.meta.url).href;
    const script = `const { startEngine } = await import(${JSON.stringify(supervisor)});
      const engine = await startEngine({ folder: ${JSON.stringify(folder)}, maxMemoryBytes: 1e9, emit() {} });
      console.log(engine.state().pid); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const child = Number(line.toString());
    expect(alive(child)).toBe(true);
    parent.kill("SIGKILL");
    await until(() => !alive(child));
    await rm(folder, { recursive: true, force: true });
  });
});

describe("migrations", () => {
  const create = (name: string) => `CREATE TABLE IF NOT EXISTS ${name} (a UInt8) ENGINE = MergeTree ORDER BY a`;

  test("that were cut off in the middle are finished by the next start, and run once more harm nothing", async () => {
    await using storage = await openTestStorage();
    const base = { clickhouse: storage.clickhouse, retentionDays: 90, fsync: true };
    const cut = [
      { id: 1000, name: "the tables so far", statements: () => [] },
      { id: 1001, name: "second", statements: () => [create("t1"), "NOT SQL"] },
    ];
    await expect(migrate({ ...base, steps: cut })).rejects.toMatchObject({ blame: "defect" });
    const whole = [
      cut[0] ?? { id: 1000, name: "", statements: () => [] },
      { id: 1001, name: "second", statements: () => [create("t1"), create("t2")] },
    ];
    await Promise.all([migrate({ ...base, steps: whole }), migrate({ ...base, steps: whole })]);
    expect(
      await storage.clickhouse.select("tables", "SELECT name FROM system.tables WHERE name IN ('t1', 't2')"),
    ).toHaveLength(2);
    await expect(migrate({ ...base, steps: migrations })).rejects.toMatchObject({
      blame: "caller",
      facts: { schema: 1001 },
    });
  });

  test("change the retention of existing tables, and older rows disappear", async () => {
    await using storage = await openTestStorage({ retentionDays: 90 });
    const old = Date.now() - 40 * 86_400_000;
    await storeTraces(storage.writer, [storedTrace({ startedAt: old }, { receivedAt: old }), storedTrace()]);
    await migrate({ clickhouse: storage.clickhouse, steps: migrations, retentionDays: 30, fsync: true });
    await until(async () => {
      await storage.clickhouse.command("expire", "OPTIMIZE TABLE datapoints FINAL");
      return (await storage.datapoints.count(globalProject, { kind: "all" }, always)) === 1;
    });
  });
});
