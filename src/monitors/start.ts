import type { Checks } from "../checks/start.ts";
import { traceSpanOf } from "../datapoints/index.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { RunOptions } from "../platform/threads/thread-pool.ts";
import type { Handles } from "../storage/index.ts";
import { createProjectChanges, createReplicas } from "../storage/service.ts";
import { createDatapointEvaluation } from "./datapoint-evaluation.ts";
import { followMonitors } from "./follow-monitors.ts";
import { createMinuteLimits } from "./minute-limits.ts";
import type { WatchedMonitor } from "./monitor.ts";
import { createMonitorsUsing } from "./monitors-using.ts";
import { createPauses } from "./pauses.ts";
import { createMonitorStatistics } from "./readers/monitor-statistics.ts";
import { createMonitorHealthStore, type NotifyOfMonitors } from "./records/monitor-health.ts";
import { createMonitorFeed, createMonitorStore } from "./records/monitors.ts";
import { routes } from "./routes/index.ts";
import { createExplainApart } from "./stages/explain-apart.ts";
import { createMonitorHealthCheck } from "./stages/monitor-health-check.ts";
import { createReadMonitorStatus } from "./stages/read-monitor-status.ts";

interface MonitorsDependencies {
  readonly handles: Pick<Handles, "db" | "clickhouse" | "telemetry" | "shutdownStack" | "now">;
  readonly datapoints: Pick<Datapoints, "reader" | "activity" | "traces">;
  readonly checks: Pick<Checks, "jobReader" | "checkRuns" | "samples" | "codeChecks" | "asynchronousChecks">;
  readonly notify: NotifyOfMonitors;
  /** Runs a task on the pipeline's separate thread. */
  readonly runApart: (task: unknown, options: RunOptions) => Promise<unknown>;
  /** Sends the monitors of a project to every pipeline thread; undefined when it has none. */
  readonly updatePipeline: (project: ProjectId, monitors: readonly WatchedMonitor[] | undefined) => void;
}

/** What the routes use of modules that start later. */
type FromAbove = Pick<Parameters<typeof routes>[0], "countOpenIssues" | "onRunRequested">;

export type Monitors = Awaited<ReturnType<typeof startMonitors>>;

const countEveryMs = 10_000;

/** Holds the monitors of all projects in memory for the pipeline, and checks their health. */
export async function startMonitors({
  handles,
  datapoints,
  checks,
  notify,
  runApart,
  updatePipeline,
}: MonitorsDependencies) {
  const { db, clickhouse, telemetry, shutdownStack, now } = handles;
  const store = createMonitorStore(db);
  const monitorStatistics = createMonitorStatistics({ clickhouse });
  const { activity, reader, traces } = datapoints;
  const { jobReader } = checks;
  const explain = createExplainApart(runApart, now, async (project, traceId) =>
    ((await traces.trace(project, traceId))?.spans ?? []).map(({ span }) => traceSpanOf(span)),
  );
  const following = await followMonitors({
    feed: createMonitorFeed(db),
    changes: createProjectChanges(db),
    pauses: createPauses({ statistics: monitorStatistics, activity, now }),
    limits: createMinuteLimits({ replicas: createReplicas(db), now, everyMs: countEveryMs }),
    send: updatePipeline,
    everyMs: 2000,
    countEveryMs,
    telemetry,
  });
  shutdownStack.add(() => following.stop());
  const health = createMonitorHealthCheck({
    monitorHealth: createMonitorHealthStore(db, notify),
    enabled: following.byProject,
    activity,
    readMonitorStatus: createReadMonitorStatus({ monitorStatistics, datapoints: reader, jobReader, now }),
    telemetry,
    now,
    everyMs: 60_000,
  });
  health.start();
  shutdownStack.add(() => health.stop());
  return {
    store,
    thresholdOf: (id: Parameters<typeof following.byId>[0]) => following.byId(id)?.threshold,
    changed: following.refreshOrReport,
    using: createMonitorsUsing(store),
    evaluation: createDatapointEvaluation({ jobReader, monitors: store, explain }),
    routes: ({ countOpenIssues, onRunRequested }: FromAbove) =>
      routes({
        countOpenIssues,
        onRunRequested,
        monitors: store,
        monitorsChanged: following.refreshOrReport,
        monitorStatistics,
        datapoints: reader,
        jobReader,
        explain,
        checkRuns: checks.checkRuns,
        samples: checks.samples,
        checks: checks.codeChecks,
        asynchronousChecks: checks.asynchronousChecks,
        now,
      }),
  };
}
