import type { Checks } from "../../checks/index.ts";
import type { Notifications } from "../../notifications/start.ts";
import type { PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import type { ShutdownStack } from "../../platform/shutdown-stack.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Engines } from "../engines.ts";
import { registerGauges } from "./gauges.ts";
import { createServiceMetrics } from "./service-metrics.ts";

interface MetricsDependencies {
  readonly journalFolder: string;
  readonly engines: Pick<Engines, "pingRecords" | "clickhouse" | "journal">;
  readonly checks: Pick<Checks, "jobReader" | "spend">;
  readonly notifications: Pick<Notifications, "backlog">;
  readonly pipeline: PipelineStatus;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

/** State of the service for /metrics, /readyz and the health pages, refreshed in the background. */
export async function startMetrics({
  journalFolder,
  engines,
  checks,
  notifications,
  pipeline,
  telemetry,
  shutdownStack,
  now,
}: MetricsDependencies) {
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
  registerGauges({ telemetry, journal, deadLetters, pipeline, metrics, now });
  return metrics;
}
