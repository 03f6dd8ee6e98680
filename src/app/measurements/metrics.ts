import type { PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import type { ShutdownStack } from "../../platform/shutdown-stack.ts";
import { createEventLoopMonitor } from "../../platform/telemetry/event-loop-monitor.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Settings } from "../settings/settings.ts";
import type { OpenStorage } from "../storage.ts";
import { registerGauges } from "./gauges.ts";
import { createServiceMetrics } from "./service-metrics.ts";

interface Dependencies {
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly pipeline: PipelineStatus;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** State of the service for /metrics, /readyz and the health pages, refreshed in the background. */
export async function assembleMetrics({ settings, storage, pipeline, telemetry, shutdownStack, now }: Dependencies) {
  const { records, journal, deadLetters } = storage;
  const metrics = createServiceMetrics({
    ...records,
    pingRecords: () => records.ping(),
    pingClickHouse: () => storage.ping(),
    pipeline,
    journalFolder: settings.journalFolder,
    now,
  });
  await metrics.refresh();
  metrics.start();
  shutdownStack.add(() => metrics.stop());
  const eventLoop = createEventLoopMonitor();
  shutdownStack.add(() => eventLoop.stop());
  registerGauges({ telemetry, journal, deadLetters, pipeline, metrics, eventLoop, now });
  return { ...metrics, longestBlockMs: eventLoop.longestBlockMs };
}
