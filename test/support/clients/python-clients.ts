import { join } from "node:path";
import { cachedTool, pathOf } from "./tool-cache.ts";

const packages = [
  "openai==3.52.0",
  "opentelemetry-distro==0.66b2",
  "opentelemetry-sdk==1.45.2",
  "opentelemetry-exporter-otlp-proto-http==1.45.2",
  "opentelemetry-exporter-otlp-proto-grpc==1.45.2",
  "opentelemetry-instrumentation-openai==0.62.4",
];

/** Python with common clients and instrumentations: installed once, for all tests that need one of them. */
export const pythonClients = await cachedTool({
  name: "python-clients",
  content: packages.join(" "),
  timeoutMs: 180_000,
  // A virtual environment cannot be moved.
  inPlace: true,
  async make(folder, command) {
    await command("python3", ["-m", "venv", folder]);
    await command(join(folder, "bin", "pip"), ["install", "-q", ...packages]);
  },
});

export const pythonBin = () => join(pathOf(pythonClients), "bin");
