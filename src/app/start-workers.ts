import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createThreadPool, type PoolOptions } from "../platform/threads/thread-pool.ts";
import type { Settings } from "./settings/settings.ts";
import { workersOf } from "./storage.ts";

interface WorkersDependencies {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  /** Replaces the script, for benchmarks of its parts. */
  readonly script: URL | undefined;
}

/**
 * Starts the threads of the pipeline, and a pool with the same program for checks that the API and check runs request:
 * they take no thread from incoming data. Messages go to both.
 */
export function startWorkers({
  settings,
  telemetry,
  shutdownStack,
  script = new URL("./worker.ts", import.meta.url),
}: WorkersDependencies) {
  const onLost: PoolOptions["onLost"] = ({ cause, at: { step }, reason }) =>
    telemetry.emit({
      kind: "workers-lost",
      level: cause === "stalled" ? "warn" : "error",
      labels: { cause },
      message: "a thread that evaluates calls was lost and replaced",
      facts: { step, reason },
    });
  const common = { script, youngMb: 12, stallMs: settings.limits.stallSeconds * 1000, onLost };
  const pipeline = createThreadPool({ ...common, size: workersOf(settings) });
  const apart = createThreadPool({ ...common, size: 1, start: "when-needed" });
  shutdownStack.add(() => Promise.all([pipeline.close(), apart.close()]));
  const tell: typeof pipeline.tell = (...message) => {
    pipeline.tell(...message);
    apart.tell(...message);
  };
  return { pipeline, apart, tell };
}
