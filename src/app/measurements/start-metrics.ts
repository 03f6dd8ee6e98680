import type { Checks } from "../../checks/start.ts";
import type { Notifications } from "../../notifications/start.ts";
import type { PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import { createEventLoopMonitor } from "../../platform/telemetry/event-loop-monitor.ts";
import type { Handles } from "../../storage/handles.ts";
import type { Engines } from "../engines.ts";
import { registerGauges } from "./gauges.ts";
import { createServiceMetrics } from "./service-metrics.ts";

interface MetricsDependencies {
  readonly handles: Pick<Handles, "telemetry" | "shutdownStack" | "now">;
  readonly journalFolder: string;
  readonly engines: Pick<Engines, "pingRecords" | "clickhouse" | "journal">;
  readonly checks: Pick<Checks, "jobReader" | "spend">;
  readonly notifications: Pick<Notifications, "backlog">;
  readonly pipeline: PipelineStatus;
}

/** State of the service for /metrics, /readyz and the health pages, refreshed in the background. */
export async function startMetrics({
  handles,
  journalFolder,
  engines,
  checks,
  notifications,
  pipeline,
}: MetricsDependencies) {
  const { telemetry, shutdownStack, now } = handles;
  const { journal, deadLetters } = engines.journal;
  const metrics = createServiceMetrics({
    pingRecords: engines.pingRecords,
    pingClickHouse: engines.clickhouse.ping,
    jobReader: checks.jobReader,
    spend: checks.spend,
    deliveryBacklog: notifications.backlog,
    pipeline,
    journalFolder,
    now,
  });
  await metrics.refresh();
  metrics.start();
  shutdownStack.add(() => metrics.stop());
  const eventLoop = createEventLoopMonitor();
  shutdownStack.add(() => eventLoop.stop());
  registerGauges({ telemetry, journal, deadLetters, pipeline, metrics, eventLoop, now });
  return { stores: metrics.stores, longestBlockMs: eventLoop.longestBlockMs };
}
