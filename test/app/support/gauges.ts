import { tmpdir } from "node:os";
import { Registry } from "prom-client";
import { registerGauges } from "../../../src/app/measurements/gauges.ts";
import { createServiceMetrics } from "../../../src/app/measurements/service-metrics.ts";
import { fakePipeline } from "../../support/service/fake-pipeline.ts";

/** Returns the gauges of a fake pipeline at a fixed time, with replaceable sources. */
export function gaugesWith(now: number, sources: Partial<Parameters<typeof createServiceMetrics>[0]> = {}) {
  const { state, dependencies } = fakePipeline();
  const serviceMetrics = createServiceMetrics({
    pingRecords: () => Promise.resolve(),
    pingClickHouse: () => Promise.resolve(),
    pipeline: dependencies.pipeline,
    deliveryBacklog: { due: () => Promise.resolve({ count: 0 }) },
    jobReader: { backlog: () => Promise.resolve([]) },
    spend: { exhausted: () => Promise.resolve(0) },
    journalFolder: tmpdir(),
    now: () => now,
    timeoutMs: 20,
    ...sources,
  });
  const metrics = new Registry();
  registerGauges({
    ...dependencies,
    telemetry: { metrics },
    metrics: serviceMetrics,
    eventLoop: { longestBlockMs: () => 12, longestBlockCpuMs: () => 11, longBlocks: () => 1 },
    now: () => now,
  });
  return { state, figures: serviceMetrics, metrics };
}
