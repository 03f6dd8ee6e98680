import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { cachedTool, type Tool } from "../clients/tool-cache.ts";

export const collectorConfig = new URL("../../../collector-config/", import.meta.url).pathname;

const Parts = z.array(z.strictObject({ gomod: z.string() }));
const Manifest = z.looseObject({
  dist: z.looseObject({ name: z.string() }),
  receivers: Parts,
  processors: Parts,
  exporters: Parts,
  extensions: Parts,
});

/** The builder's manifest that Gaffe ships. */
export const manifest = Manifest.parse(parse(readFileSync(join(collectorConfig, "builder.yaml"), "utf8")));

/** The module proxy that the tests use does not have it, and it would double the build time. */
export const notBuilt = "loadbalancingexporter";

/**
 * A real OpenTelemetry Collector from Gaffe's manifest; building it takes three minutes of CPU time when not
 * cached.
 */
export function collectorTool(): Promise<Tool> {
  const built = { ...manifest, exporters: manifest.exporters.filter(({ gomod }) => !gomod.includes(notBuilt)) };
  const content = stringify(built);
  return cachedTool({
    name: "otel-collector",
    content,
    timeoutMs: 720_000,
    async make(folder, run) {
      writeFileSync(join(folder, "builder.yaml"), content);
      const version = manifest.receivers[0]?.gomod.split(" ")[1] ?? "";
      const builder = `go.opentelemetry.io/collector/cmd/builder@${version}`;
      // -e: a module that only a component's tests use may be missing.
      const build = ["go", "run", builder, "--config", "builder.yaml", "--ldflags", "-s -w"];
      await run("nice", ["env", "GOFLAGS=-e -buildvcs=false", ...build], folder);
    },
  });
}

interface Options {
  readonly tool: string;
  /** Files in collector-config/, or paths, in merge order. */
  readonly configs: readonly string[];
  readonly state: string;
  readonly target: { readonly url: string; readonly token: string };
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: { readonly http: number; readonly grpc: number };
}

/** Starts a Collector with Gaffe's configuration files, which forwards to the target. */
export async function startCollector({ tool, configs, state, target, env = {}, ports }: Options) {
  const { http, grpc } = ports ?? { http: await freePort(), grpc: await freePort() };
  const health = await freePort();
  const flags = configs.flatMap((file) => ["--config", file.startsWith("/") ? file : join(collectorConfig, file)]);
  const child = spawn(collectorProgram(tool), [...flags, "--set=service.telemetry.metrics.level=none"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...collectorEnv({ state, target }), ...listenEnv(http, grpc, health), ...env },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let attempts = 0; ; attempts++) {
    if (child.exitCode !== null || attempts > 2400) throw new Error(`the Collector did not start:\n${output}`);
    const answer = await fetch(`http://127.0.0.1:${health}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) break;
    await sleep(50);
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url: `http://127.0.0.1:${http}`,
    ports: { http, grpc },
    output: () => output,
    kill,
    [Symbol.asyncDispose]: () => kill("SIGTERM"),
  };
}

export const collectorProgram = (tool: string) => join(tool, "out", manifest.dist.name);

/** The environment variables of the configuration files. */
export const collectorEnv = ({ state, target }: Pick<Options, "state" | "target">) => ({
  GAFFE_ENDPOINT: target.url,
  GAFFE_TOKEN: target.token,
  STATE_FOLDER: state,
});

const listenEnv = (http: number, grpc: number, health: number) => ({
  OTLP_HTTP_PORT: `${http}`,
  OTLP_GRPC_PORT: `${grpc}`,
  HEALTH_PORT: `${health}`,
  // Long enough for the parts of a trace to arrive on a busy machine.
  DECISION_WAIT: "5s",
});
