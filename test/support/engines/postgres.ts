import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../src/platform/http/free-port.ts";

/** Where PostgreSQL's programs are, or why they are missing. */
export const postgresPrograms = findPrograms();

export interface Postgres extends AsyncDisposable {
  readonly port: number;
  /** Returns the URL of a new database. */
  newDatabase(): string;
  run(sql: string): void;
  /** Stops the server: SIGINT shuts it down cleanly, SIGQUIT immediately. Its data stays. */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Starts it again on the same port; resolves when it accepts connections. */
  start(): Promise<void>;
}

/** Starts a private cluster in a temporary folder on a free loopback port; disposing removes it. */
export async function startPostgres(): Promise<Postgres> {
  if ("absent" in postgresPrograms) throw new Error(postgresPrograms.absent);
  const { folder: programs } = postgresPrograms;
  const folder = mkdtempSync(join(tmpdir(), "gaffe-postgres-"));
  const identity = unprivileged();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, "data");
  const run = { cwd: folder, ...identity };
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "gaffe", "-A", "trust", "-N"], { ...run, stdio: "ignore" });
  const port = await freePort();
  const options = ["-D", data, "-p", `${port}`, "-k", folder, "-h", "127.0.0.1", "-c", "fsync=off"];
  const spawned = () => spawn(join(programs, "postgres"), options, { ...run, stdio: "ignore" });
  let server = spawned();
  const psql = (sql: string) =>
    execFileSync(join(programs, "psql"), ["-h", "127.0.0.1", "-p", `${port}`, "-U", "gaffe", "-qc", sql, "postgres"], {
      ...run,
      stdio: "ignore",
    });
  await untilItAnswers(() => psql("select 1"));
  let databases = 0;
  return {
    port,
    run: psql,
    stop,
    async start() {
      server = spawned();
      await untilItAnswers(() => psql("select 1"));
    },
    newDatabase() {
      const name = `gaffe_${++databases}`;
      psql(`create database ${name}`);
      return `postgres://gaffe@127.0.0.1:${port}/${name}`;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  }
}

function findPrograms(): { readonly folder: string } | { readonly absent: string } {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((left, right) => Number(right) - Number(left)) : [];
  const folder = versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
  if (folder === undefined) return { absent: "PostgreSQL is not installed on this machine" };
  if (process.getuid?.() === 0 && !unprivileged()) return { absent: "PostgreSQL refuses root and has no user here" };
  return { folder };
}

/** PostgreSQL does not run as root; its Debian package creates a user. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

async function untilItAnswers(probe: () => void): Promise<void> {
  const givenUpAt = performance.now() + 120_000;
  for (;;) {
    try {
      return probe();
    } catch (thrown) {
      if (performance.now() > givenUpAt) throw thrown;
      await sleep(100);
    }
  }
}
