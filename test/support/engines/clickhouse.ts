import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClickHouse } from "../../../src/app/clickhouse/open.ts";
import { createCheckCostReader } from "../../../src/checks/readers/check-costs.ts";
import { createCheckHistoryReader } from "../../../src/checks/readers/check-history.ts";
import { createSampleReader } from "../../../src/checks/readers/samples.ts";
import { createOverviewReader } from "../../../src/dashboards/readers/overview.ts";
import { createSessionReader } from "../../../src/datapoints/readers/call-sessions.ts";
import { createDatapointReader } from "../../../src/datapoints/readers/datapoints.ts";
import { createMediaReader } from "../../../src/datapoints/readers/media.ts";
import { createPayloadReader } from "../../../src/datapoints/readers/payloads.ts";
import { createProjectActivity } from "../../../src/datapoints/readers/project-activity.ts";
import type { CompileQuery } from "../../../src/datapoints/readers/reads.ts";
import { createSenderReader } from "../../../src/datapoints/readers/senders.ts";
import { createStoreTime } from "../../../src/datapoints/readers/store-time.ts";
import { createHourlyRollup } from "../../../src/datapoints/rollups/hourly-rollup.ts";
import { createTraceOutlineReader } from "../../../src/datapoints/trace-readers/trace-outlines.ts";
import { createTraceReader } from "../../../src/datapoints/trace-readers/traces.ts";
import { createFindingReader } from "../../../src/issues/readers/findings.ts";
import { createIssueStatistics } from "../../../src/issues/readers/issue-statistics.ts";
import { createMonitorStatistics } from "../../../src/monitors/readers/monitor-statistics.ts";
import { createEraser } from "../../../src/privacy/clickhouse/erase.ts";

export type TestStorage = Awaited<ReturnType<typeof openTestStorage>>;

interface Options {
  /** Matches every datapoint by default. */
  readonly compile?: CompileQuery;
  readonly retentionDays?: number;
  readonly readSeconds?: number;
}

/**
 * Opens a real embedded ClickHouse with Gaffe's tables in its own folder, and the readers of every module; disposing
 * stops it and removes the folder.
 */
export async function openTestStorage(options: Options = {}) {
  const { compile = () => ({ sql: "1", params: {} }), retentionDays = 90, readSeconds = 300 } = options;
  const folder = await mkdtemp(join(tmpdir(), "gaffe-clickhouse-"));
  const variant = { kind: "embedded", folder, maxMemoryBytes: 1_000_000_000 } as const;
  const engine = await openClickHouse({ variant, retentionDays, readSeconds, emit: () => {} });
  const { clickhouse } = engine;
  const clock = () => performance.now();
  return {
    ...engine,
    folder,
    datapoints: createDatapointReader({ clickhouse, compile, clock, readSeconds }),
    senders: createSenderReader({ clickhouse }),
    traces: createTraceReader({ clickhouse }),
    findings: createFindingReader({ clickhouse }),
    issueStatistics: createIssueStatistics({ clickhouse }),
    monitorStatistics: createMonitorStatistics({ clickhouse }),
    projectActivity: createProjectActivity({ clickhouse }),
    media: createMediaReader({ clickhouse }),
    samples: createSampleReader({ clickhouse, compile }),
    eraser: createEraser({ clickhouse }),
    overview: createOverviewReader({ clickhouse, compile, clock, readSeconds }),
    checkCosts: createCheckCostReader({ clickhouse }),
    payloads: createPayloadReader({ clickhouse }),
    callSessions: createSessionReader({ clickhouse, compile }),
    traceOutlines: createTraceOutlineReader({ clickhouse }),
    hours: createHourlyRollup({ clickhouse }),
    checkHistory: createCheckHistoryReader({ clickhouse }),
    storeTime: createStoreTime({ clickhouse }),
    async [Symbol.asyncDispose]() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
