import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { postgresPrograms } from "../../support/engines/postgres.ts";
import { pause } from "../ledger.ts";
import { openTcpGate } from "./tcp-gate.ts";

/** Starts a PostgreSQL cluster that the lab can stop, kill and restart, behind a proxy that can make it silent. */
export async function startDatabaseServer() {
  if ("absent" in postgresPrograms) throw new Error(postgresPrograms.absent);
  const { folder: programs } = postgresPrograms;
  const folder = mkdtempSync(join(tmpdir(), "gaffe-lab-postgres-"));
  const identity = postgresUser();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const run = { cwd: folder, ...identity };
  const data = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "gaffe", "-A", "trust", "-N"], { ...run, stdio: "ignore" });
  const port = await freePort();
  let server: ChildProcess | undefined;
  const psql = (sql: string) =>
    execFileSync(
      join(programs, "psql"),
      ["-h", "127.0.0.1", "-p", `${port}`, "-U", "gaffe", "-qtAc", sql, "postgres"],
      {
        ...run,
        stdio: ["ignore", "pipe", "ignore"],
        encoding: "utf8",
      },
    );
  await start();
  psql("create database gaffe");
  const gate = await openTcpGate(() => port);
  return {
    url: `postgres://gaffe@127.0.0.1:${gate.port}/gaffe`,
    gate,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]();
      await stop("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function start(): Promise<void> {
    if (server && server.exitCode === null && server.signalCode === null) return;
    rmSync(join(data, "postmaster.pid"), { force: true });
    const options = ["-D", data, "-p", `${port}`, "-k", folder, "-h", "127.0.0.1", "-c", "fsync=off"];
    server = spawn(join(programs, "postgres"), options, { ...run, stdio: "ignore" });
    for (let attempt = 0; ; attempt++) {
      try {
        return void psql("select 1");
      } catch (thrown) {
        if (attempt > 600) throw thrown;
        await pause(100);
      }
    }
  }

  /** SIGINT is a regular restart; SIGQUIT ends every session immediately and recovers at the next start. */
  async function stop(signal: "SIGINT" | "SIGQUIT"): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  }
}

/** PostgreSQL does not run as root; its Debian package brings a user. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
