import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Failure, messageOf } from "../../../platform/failure.ts";
import { freePort } from "../../../platform/http/free-port.ts";
import type { Telemetry } from "../../../platform/telemetry/telemetry.ts";
import type { Endpoint } from "../endpoint.ts";
import {
  configureEngine,
  type EngineSettings,
  engineLog,
  engineUser,
  removeConfig,
  removeOtherConfigs,
} from "./engine-config.ts";
import { engineLibrary } from "./engine-library.ts";
import { watch } from "./watchdog.ts";

export type EngineState =
  | { readonly kind: "ready"; readonly pid: number }
  /** `since`: Unix milliseconds; after half a minute the engine is killed and restarted. */
  | { readonly kind: "not answering"; readonly pid: number; readonly since: number }
  | { readonly kind: "restarting"; readonly attempt: number; readonly reason: string }
  | { readonly kind: "stopped" };

export interface EmbeddedEngine {
  /**
   * Returns the current endpoint. The port changes if the old one is taken after a restart, so call this for every
   * connection.
   */
  endpoint(): Endpoint;
  state(): EngineState;
  /** Ends the child process; resolves when it has exited. Acknowledged inserts are safe. */
  stop(): Promise<void>;
}

interface SupervisorDependencies extends EngineSettings {
  readonly emit: Telemetry["emit"];
  /** Intervals and timeouts of the watchdog; see watchdog.ts. */
  readonly watchdogTimes?: { readonly everyMs: number; readonly timeoutMs: number; readonly silentMs: number };
}

const backOffMs = [200, 500, 1000, 2000, 5000, 10_000, 30_000];

/** After this many consecutive starts without a response, the problem is logged as an error. */
const alarmingAttempts = 5;

/** An engine that was up for this long has recovered: attempts are counted from one again. */
const steadyMs = 60_000;

/**
 * Starts the engine as a child process and keeps it running: a child that ends, or that does not respond for half a
 * minute and is killed (acknowledged inserts are on disk), is restarted after a growing pause. Restarts never stop,
 * because causes such as a full disk or too little memory pass; after a few failed attempts, the log and the health
 * page report an error. Throws Failure("caller") if the folder or platform cannot run an engine.
 */
export async function startEngine(dependencies: SupervisorDependencies): Promise<EmbeddedEngine> {
  const library = engineLibrary();
  const password = randomBytes(32).toString("base64url");
  let port = await freePort();
  let child: ChildProcess | undefined;
  let state: EngineState = { kind: "restarting", attempt: 0, reason: "starting" };
  let stopping = false;
  let endings = 0;
  let upSince = 0;

  await launch();
  return { endpoint, state: () => state, stop };

  function endpoint(): Endpoint {
    return { url: `http://127.0.0.1:${port}`, user: engineUser, password };
  }

  async function launch(): Promise<void> {
    const argv = await configureEngine(dependencies, password, port).catch((cause: unknown) => {
      throw new Failure(
        "caller",
        `the ClickHouse folder ${dependencies.folder} cannot be written: ${messageOf(cause)}`,
      );
    });
    const started = spawn(process.execPath, [fileURLToPath(new URL("./child.ts", import.meta.url)), library, ...argv], {
      stdio: ["pipe", "ignore", "pipe"],
      env: { PATH: process.env["PATH"] ?? "", TZ: "UTC" },
    });
    child = started;
    const last = lastWords(started);
    const ended = new Promise<string>((resolve) => started.once("close", () => resolve(last())));
    started.once("error", () => {});
    const problem = await Promise.race([answers(endpoint(), () => started.exitCode ?? started.signalCode), ended]);
    if (problem !== undefined) {
      started.kill("SIGKILL");
      await removeConfig(dependencies.folder, port);
      throw startFailure(dependencies.folder, problem);
    }
    await removeOtherConfigs(dependencies.folder, port);
    const pid = started.pid ?? 0;
    state = { kind: "ready", pid };
    upSince = performance.now();
    let silence: string | undefined;
    const unwatch = watch({
      ...dependencies.watchdogTimes,
      url: () => endpoint().url,
      onSilent: () => (state = { kind: "not answering", pid, since: Date.now() }),
      onAnswer: () => (state = { kind: "ready", pid }),
      onGivenUp: (silentMs) => {
        silence = `it did not answer for ${Math.round(silentMs / 1000)} seconds and was killed`;
        started.kill("SIGKILL");
      },
    });
    void ended.then((words) => {
      unwatch();
      if (!stopping) void restart(silence ?? words);
    });
  }

  async function restart(words: string): Promise<void> {
    let reason = words === "" ? "the process was ended from outside" : words;
    if (performance.now() - upSince >= steadyMs) endings = 0;
    for (let restarts = 1; ; restarts++) {
      const attempt = ++endings;
      state = { kind: "restarting", attempt, reason };
      dependencies.emit({
        kind: "clickhouse-restarted",
        level: attempt >= alarmingAttempts ? "error" : "warn",
        message:
          attempt >= alarmingAttempts
            ? "the embedded ClickHouse keeps ending; nothing is stored until it stays up, and incoming data waits in the journal"
            : "the embedded ClickHouse ended and is started again",
        facts: { attempt, reason, log: engineLog(dependencies.folder) },
      });
      await pause(backOffMs[Math.min(attempt, backOffMs.length) - 1], undefined, { ref: false });
      if (stopping) return;
      try {
        if (restarts > 1) port = await freePort();
        await launch();
        return;
      } catch (thrown) {
        reason = messageOf(thrown);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    state = { kind: "stopped" };
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once("close", resolve));
    child.kill("SIGKILL");
    await gone;
    await removeConfig(dependencies.folder, port);
  }
}

/** Resolves to undefined once the engine responds to Gaffe's user, or to a reason if the child ended before. */
async function answers({ url, user, password }: Endpoint, over: () => unknown): Promise<string | undefined> {
  const headers = { "x-clickhouse-user": user, "x-clickhouse-key": password };
  // Loading the parts of a large folder takes long; a child that cannot start ends without this deadline.
  const deadline = performance.now() + 300_000;
  while (over() === null && performance.now() < deadline) {
    try {
      const answer = await fetch(`${url}/?query=SELECT+1`, { headers, signal: AbortSignal.timeout(10_000) });
      if ((await answer.text()).trim() === "1") return undefined;
    } catch {
      // The port is not open yet.
    }
    await pause(25);
  }
  return over() === null ? "no answer for five minutes" : await new Promise<never>(() => {});
}

function lastWords(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    text = `${text}${chunk}`.slice(-4000);
  });
  // Only the engine's exceptions: the library also prints its log paths and the errors of its destructors.
  return () => text.match(/Code: \d+\. DB::Exception: .*|\w*Error: .*/)?.[0] ?? "";
}

function startFailure(folder: string, words: string): Failure {
  const facts = { folder, engineMessage: words };
  if (/Cannot lock file|Another server instance/i.test(words))
    return new Failure("caller", `another process already uses the ClickHouse folder ${folder}: stop it first`, facts);
  return new Failure(
    "caller",
    `the embedded ClickHouse cannot start in ${folder}: ${words === "" ? "it ended immediately" : words}`,
    facts,
  );
}
