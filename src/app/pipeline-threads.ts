import { availableParallelism } from "node:os";
import type { LineParts } from "../pipeline/start.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createThreadPool } from "../platform/threads/thread-pool.ts";
import type { Settings } from "./settings/settings.ts";

/** Parts of the pipeline that the lab and benchmarks replace. */
export interface RunOptions {
  /** Injects faults. */
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Script of the threads. */
  readonly worker?: URL;
}

interface PipelineThreadsDependencies {
  readonly options: Pick<RunOptions, "worker">;
  readonly settings: Pick<Settings, "workers">;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
}

/**
 * Starts the threads of the pipeline. The main thread does I/O and ClickHouse has its own threads: one worker fewer
 * than cores, at least one.
 */
export function startPipelineThreads({ options, settings, telemetry, shutdownStack }: PipelineThreadsDependencies) {
  const threads = createThreadPool({
    script: options.worker ?? new URL("./worker.ts", import.meta.url),
    size: settings.workers || Math.max(1, availableParallelism() - 1),
    youngMb: 12,
    onLost: (error) =>
      telemetry.emit({
        kind: "workers-lost",
        level: "error",
        message: "a pipeline thread ended and was replaced",
        facts: { error: error.message },
      }),
  });
  shutdownStack.add(() => threads.close());
  return threads;
}
