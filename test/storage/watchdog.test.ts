import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startEngine } from "../../src/storage/clickhouse/embedded/supervisor.ts";

const until = async (claim: () => boolean) => {
  while (!claim()) await pause(20);
};

test("an engine that does not respond is shown as such, killed and restarted; one that resumes is left alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
  const watchdogTimes = { everyMs: 50, timeoutMs: 200, silentMs: 1500 };
  const reasons: unknown[] = [];
  const engine = await startEngine({
    folder,
    maxMemoryBytes: 1e9,
    watchdogTimes,
    emit: (event) => reasons.push(event.facts?.["reason"]),
  });
  try {
    const first = engine.state();
    if (first.kind !== "ready") throw new Error("not ready");
    process.kill(first.pid, "SIGSTOP");
    await until(() => engine.state().kind === "not answering");
    process.kill(first.pid, "SIGCONT");
    await until(() => engine.state().kind === "ready");
    expect(engine.state()).toEqual(first);

    process.kill(first.pid, "SIGSTOP");
    await until(() => engine.state().kind === "restarting");
    await until(() => engine.state().kind === "ready");
    expect(engine.state()).not.toEqual(first);
    expect(reasons).toEqual([expect.stringContaining("did not answer")]);
  } finally {
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
