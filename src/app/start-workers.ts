import { availableParallelism } from "node:os";
import type { LineParts } from "../pipeline/start.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createThreadPool, type PoolOptions } from "../platform/threads/thread-pool.ts";
import type { Settings } from "./settings/settings.ts";

/** Parts of the pipeline that the lab and benchmarks replace. */
export interface RunOptions {
  /** Injects faults. */
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Script of the threads. */
  readonly worker?: URL;
}

interface WorkersDependencies {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly options: Pick<RunOptions, "worker">;
}

/**
 * Starts the threads of the pipeline, and a pool with the same program for checks that the API and check runs request:
 * they take no thread from incoming data. Messages go to both. The main thread does I/O and ClickHouse has its own
 * threads, so the pipeline has one thread fewer than cores, at least one.
 */
export function startWorkers({ settings, telemetry, shutdownStack, options }: WorkersDependencies) {
  const onLost: PoolOptions["onLost"] = ({ cause, at: { step }, reason }) =>
    telemetry.emit({
      kind: "workers-lost",
      level: cause === "stalled" ? "warn" : "error",
      labels: { cause },
      message: "a thread that evaluates calls was lost and replaced",
      facts: { step, reason },
    });
  const script = options.worker ?? new URL("./worker.ts", import.meta.url);
  const common = { script, youngMb: 12, stallMs: settings.limits.stallSeconds * 1000, onLost };
  const size = settings.workers || Math.max(1, availableParallelism() - 1);
  const pipeline = createThreadPool({ ...common, size, niceness: 3 });
  const apart = createThreadPool({ ...common, size: 1, start: "when-needed", niceness: 6 });
  shutdownStack.add(() => Promise.all([pipeline.close(), apart.close()]));
  const tell: typeof pipeline.tell = (...message) => {
    pipeline.tell(...message);
    apart.tell(...message);
  };
  return { pipeline, apart, tell };
}
