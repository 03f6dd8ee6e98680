import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./service.ts";
import { cachedTool, type Tool } from "./tool-cache.ts";

const version = "v0.162.0";
const manifest = `dist:
  name: collector
  description: OTLP in, OTLP/HTTP out
  output_path: ./out
receivers:
  - gomod: go.opentelemetry.io/collector/receiver/otlpreceiver ${version}
processors:
  - gomod: go.opentelemetry.io/collector/processor/batchprocessor ${version}
exporters:
  - gomod: go.opentelemetry.io/collector/exporter/otlphttpexporter ${version}
`;

/** A real OpenTelemetry Collector with what the tests need and nothing else; about two minutes when it is not cached. */
export function collectorTool(): Promise<Tool> {
  return cachedTool({
    name: "otel-collector",
    content: manifest,
    timeoutMs: 240_000,
    async make(folder, run) {
      writeFileSync(join(folder, "builder.yaml"), manifest);
      const builder = `go.opentelemetry.io/collector/cmd/builder@${version}`;
      await run("nice", ["go", "run", builder, "--config", "builder.yaml"], folder);
    },
  });
}

interface Options {
  readonly tool: string;
  /** For its configuration file. */
  readonly folder: string;
  readonly target: { readonly url: string; readonly token: string };
}

/** A Collector that hands on to the target whatever it gets. */
export async function startCollector({ tool, folder, target }: Options) {
  const [http, grpc] = [await freePort(), await freePort()];
  const file = join(folder, "collector.yaml");
  writeFileSync(file, configOf({ http, grpc }, target));
  const child = spawn(join(tool, "out", "collector"), ["--config", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${http}`;
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`the Collector did not start:\n${output}`);
    const answer = await fetch(`${url}/v1/traces`, { method: "POST" }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    grpcPort: grpc,
    output: () => output,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

const configOf = (ports: { http: number; grpc: number }, { url, token }: Options["target"]) => `
receivers:
  otlp:
    protocols:
      http: {endpoint: 127.0.0.1:${ports.http}}
      grpc: {endpoint: 127.0.0.1:${ports.grpc}}
processors:
  batch: {timeout: 100ms, send_batch_size: 50, send_batch_max_size: 50}
exporters:
  otlphttp:
    endpoint: ${url}
    headers: {api-key: ${token}}
service:
  telemetry: {metrics: {level: none}, logs: {level: warn}}
  pipelines:
    traces: {receivers: [otlp], processors: [batch], exporters: [otlphttp]}
    logs: {receivers: [otlp], processors: [batch], exporters: [otlphttp]}
`;
