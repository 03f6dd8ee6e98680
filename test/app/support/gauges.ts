import { tmpdir } from "node:os";
import { Registry } from "prom-client";
import { registerGauges } from "../../../src/app/measurements/gauges.ts";
import { createServiceFigures } from "../../../src/app/measurements/service-figures.ts";
import { fakePipeline } from "../../support/service/fake-pipeline.ts";

/** The gauges before a pipeline of a test's at a fixed time, and sources of figures that it replaces. */
export function gaugesWith(now: number, sources: Partial<Parameters<typeof createServiceFigures>[0]> = {}) {
  const { state, needs } = fakePipeline();
  const figures = createServiceFigures({
    pingRecords: () => Promise.resolve(),
    pingClickHouse: () => Promise.resolve(),
    pipeline: needs.pipeline,
    deliveryBacklog: { due: () => Promise.resolve({ count: 0 }) },
    jobReader: { backlog: () => Promise.resolve([]) },
    spend: { exhausted: () => Promise.resolve(0) },
    journalFolder: tmpdir(),
    now: () => now,
    timeoutMs: 20,
    ...sources,
  });
  const metrics = new Registry();
  registerGauges({ ...needs, telemetry: { metrics }, figures, now: () => now });
  return { state, figures, metrics };
}
