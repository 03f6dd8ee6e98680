import { join } from "node:path";
import type { CheckCostReader } from "../../checks/ports/check-costs.ts";
import type { CheckHistoryReader } from "../../checks/ports/check-history.ts";
import type { SampleReader } from "../../checks/ports/custom-checks.ts";
import { createCheckCostReader } from "../../checks/readers/check-costs.ts";
import { createCheckHistoryReader } from "../../checks/readers/check-history.ts";
import { createSampleReader } from "../../checks/readers/samples.ts";
import type { OverviewReader } from "../../dashboards/ports/overview.ts";
import { createOverviewReader } from "../../dashboards/readers/overview.ts";
import type { SessionReader } from "../../datapoints/ports/call-sessions.ts";
import type { DatapointReader, MediaReader, TraceReader } from "../../datapoints/ports/datapoint-reader.ts";
import type { PayloadReader } from "../../datapoints/ports/payloads.ts";
import type { ProjectActivity } from "../../datapoints/ports/project-activity.ts";
import type { SenderReader } from "../../datapoints/ports/sender-reader.ts";
import type { TraceOutlineReader } from "../../datapoints/ports/trace-outlines.ts";
import { createSessionReader } from "../../datapoints/readers/call-sessions.ts";
import { createDatapointReader } from "../../datapoints/readers/datapoints.ts";
import { createMediaReader } from "../../datapoints/readers/media.ts";
import { createPayloadReader } from "../../datapoints/readers/payloads.ts";
import { createProjectActivity } from "../../datapoints/readers/project-activity.ts";
import type { CompileQuery } from "../../datapoints/readers/reads.ts";
import { createSenderReader } from "../../datapoints/readers/senders.ts";
import { createStoreTime } from "../../datapoints/readers/store-time.ts";
import { createHourlyRollup, type HourlyRollup } from "../../datapoints/rollups/hourly-rollup.ts";
import { createRollupWatermarks } from "../../datapoints/rollups/rollup-watermarks.ts";
import { createTraceOutlineReader } from "../../datapoints/trace-readers/trace-outlines.ts";
import { createTraceReader } from "../../datapoints/trace-readers/traces.ts";
import type { FindingReader } from "../../issues/ports/findings.ts";
import type { IssueStatistics } from "../../issues/ports/issue-statistics.ts";
import { createFindingReader } from "../../issues/readers/findings.ts";
import { createIssueStatistics } from "../../issues/readers/issue-statistics.ts";
import type { MonitorStatistics } from "../../monitors/ports/monitor-statistics.ts";
import { createMonitorStatistics } from "../../monitors/readers/monitor-statistics.ts";
import { Failure } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { createEraser } from "../../privacy/clickhouse/erase.ts";
import type { Eraser } from "../../privacy/ports/deletions.ts";
import { type ClickHouse, createClickHouse } from "../../storage/clickhouse/client.ts";
import { type EmbeddedEngine, startEngine } from "../../storage/clickhouse/embedded/supervisor.ts";
import { defaultDatabase, endpointOf } from "../../storage/clickhouse/endpoint.ts";
import { migrate } from "../../storage/clickhouse/migrate.ts";
import { onCluster } from "../../storage/clickhouse/migrations/on-cluster.ts";
import { createTableWriter } from "../../storage/clickhouse/table-writer.ts";
import { expiringTables } from "../../storage/clickhouse/tables.ts";
import type { TableWriter } from "../../storage/ports/table-writer.ts";
import { columnsOf } from "./migrations/columns.ts";
import { migrations } from "./migrations/index.ts";

interface ClickHouseStorageDependencies {
  readonly variant:
    | { readonly kind: "embedded"; readonly folder: string; readonly maxMemoryBytes: number }
    | { readonly kind: "server"; readonly url: string; readonly cluster?: string };
  readonly retentionDays: number;
  readonly readSeconds: number;
  readonly compile: CompileQuery;
  /** Monotonic milliseconds, for the time limits of readers. */
  readonly clock?: () => number;
  readonly emit: Telemetry["emit"];
}

/** ClickHouse, embedded or served, with its tables created. */
export interface Storage {
  readonly clickhouse: ClickHouse;
  readonly writer: TableWriter;
  readonly datapoints: DatapointReader;
  readonly senders: SenderReader;
  readonly traces: TraceReader;
  readonly findings: FindingReader;
  readonly issueStatistics: IssueStatistics;
  readonly monitorStatistics: MonitorStatistics;
  readonly projectActivity: ProjectActivity;
  readonly media: MediaReader;
  readonly samples: SampleReader;
  readonly eraser: Eraser;
  readonly overview: OverviewReader;
  readonly checkCosts: CheckCostReader;
  readonly payloads: PayloadReader;
  readonly callSessions: SessionReader;
  readonly traceOutlines: TraceOutlineReader;
  readonly hours: HourlyRollup;
  readonly checkHistory: CheckHistoryReader;
  /** Clock of the server, Unix milliseconds. */
  readonly storeTime: () => Promise<number>;
  /** Absent with a served ClickHouse. */
  readonly engine?: EmbeddedEngine;
  /** Resolves when ClickHouse responds; throws Failure("dependency") with the reason otherwise. */
  ping(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens ClickHouse. Throws Failure("caller") for an unusable folder or platform, Failure("dependency") for an
 * unreachable server.
 */
export async function openStorage(dependencies: ClickHouseStorageDependencies): Promise<Storage> {
  const { variant, readSeconds, retentionDays, compile, clock = () => performance.now() } = dependencies;
  const engine =
    variant.kind === "embedded"
      ? await startEngine({ ...variant, folder: join(variant.folder), emit: dependencies.emit })
      : undefined;
  const server = variant.kind === "server" ? endpointOf(variant.url) : undefined;
  const database = server?.database ?? defaultDatabase;
  const endpoint = () => {
    const known = server ?? engine?.endpoint();
    if (!known) throw new Error("neither an engine nor a server");
    return known;
  };
  const cluster = variant.kind === "server" ? variant.cluster : undefined;
  const where = cluster === undefined ? {} : { cluster };
  const clickhouse = createClickHouse({ endpoint, database, readSeconds, isReplicated: cluster !== undefined });
  try {
    await makeDatabase();
    await migrate({ clickhouse, steps: migrations, retentionDays, fsync: engine !== undefined, ...where });
    if (engine) await createRollupWatermarks({ clickhouse }).markLast();
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return {
    clickhouse,
    writer: createTableWriter({
      clickhouse,
      columns: new Map(expiringTables.map((table) => [table, columnsOf(table)])),
    }),
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
    ...(engine ? { engine } : {}),
    ping,
    stop,
  };

  async function makeDatabase(): Promise<void> {
    const outside = createClickHouse({ endpoint, database: "default", readSeconds });
    try {
      await outside.command(
        "make the database",
        `CREATE DATABASE IF NOT EXISTS \`${database.replaceAll("`", "")}\`${onCluster(where)}`,
      );
    } finally {
      await outside.close();
    }
  }

  async function ping(): Promise<void> {
    const state = engine?.state();
    if (state?.kind === "restarting") {
      const times = state.attempt === 1 ? "ended" : `ended ${state.attempt} times in a row`;
      throw new Failure("dependency", `the embedded ClickHouse ${times} and is started again: ${state.reason}`);
    }
    if (state?.kind === "not answering") {
      const seconds = Math.round((Date.now() - state.since) / 1000);
      throw new Failure("dependency", `the embedded ClickHouse has not answered for ${seconds} seconds`);
    }
    await clickhouse.command("answer", "SELECT 1");
  }

  async function stop(): Promise<void> {
    await clickhouse.close();
    await engine?.stop();
  }
}
