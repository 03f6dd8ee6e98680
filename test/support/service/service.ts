import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { compileCache } from "./command.ts";
import { eventually } from "./service-api.ts";

const main = new URL("../../../src/main.ts", import.meta.url).pathname;

export interface ServiceOptions {
  readonly folder: string;
  /** Stays the same over restarts if given. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Another script to start, for a service with an injected fault. */
  readonly script?: string;
  /** Whether to resolve immediately, for a service that ends before it is ready. */
  readonly unready?: boolean;
}

export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves with the link for the first account, once the start has printed it. */
  readonly signUpLink: () => Promise<string>;
  /** Returns the pid of the embedded ClickHouse, or undefined when it isn't running. */
  readonly clickhousePid: () => number | undefined;
  readonly kill: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export const testToken = "gaffe_test0000000000000000000000000000000000000000000";

/** Starts the service and resolves when it reports that it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, ["--max-semi-space-size=4", "--v8-pool-size=1", options.script ?? main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      GAFFE_DATA: options.folder,
      GAFFE_PORT: String(port),
      GAFFE_GRPC_PORT: "0",
      GAFFE_INIT_TOKEN: testToken,
      LOG_LEVEL: "info",
      // A slow machine must not make a page or chart return partial results.
      GAFFE_READ_SECONDS: "300",
      // No test waits for a download that it does not speak of.
      GAFFE_EMBEDDINGS: "off",
      NODE_COMPILE_CACHE: compileCache,
      // As in `npm start`.
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "4194304",
      MALLOC_TRIM_THRESHOLD_: "33554432",
      ...options.env,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const service: Service = {
    url,
    port,
    token: testToken,
    child,
    output: () => output,
    signUpLink: () => signUpLinkIn(() => output),
    clickhousePid: () => childrenOf(child.pid ?? 0)[0],
    kill: async (signal = "SIGKILL") => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    [Symbol.asyncDispose]: async () => {
      await service.kill("SIGTERM");
    },
  };
  if (!options.unready) await ready(service);
  return service;
}

async function ready({ url, child, output }: Service): Promise<void> {
  for (let attempts = 0; attempts < 1800; attempts++) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service ended:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the service was not ready in three minutes:\n${output()}`);
}

/** Waits until a started service has printed the link for the first account. */
export async function signUpLinkIn(output: () => string): Promise<string> {
  const [link] = await eventually(
    () => Promise.resolve(/http\S+\/sign-up#[0-9A-Za-z]{43}/.exec(output()) ?? []),
    (found) => found.length > 0,
  );
  return link ?? "";
}

export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
