import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge } from "prom-client";
import { executorKinds } from "../../checks/jobs/job.ts";
import type { BatchStatus, PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import type { createEventLoopMonitor } from "../../platform/telemetry/event-loop-monitor.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { DeadLetterQueue, Journal } from "../../storage/ports/journal.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

interface JournalDependencies {
  readonly telemetry: Pick<Telemetry, "metrics">;
  readonly journal: Pick<Journal, "size" | "refusal" | "backlog" | "damaged">;
  readonly deadLetters: Pick<DeadLetterQueue, "count">;
  readonly now: () => number;
}

interface Dependencies extends JournalDependencies {
  readonly pipeline: PipelineStatus;
  readonly metrics: ServiceMetrics;
  readonly eventLoop: Pick<
    ReturnType<typeof createEventLoopMonitor>,
    "longestBlockMs" | "longestBlockCpuMs" | "longBlocks"
  >;
}

/**
 * Registers the service state for /metrics. A scrape reads memory and the journal and never waits for a
 * database.
 */
export function registerGauges(dependencies: Dependencies): void {
  registerJournalGauges(dependencies);
  registerPipelineGauges(dependencies);
  registerServiceGauges(dependencies);
  const gauge = gaugesOf(dependencies.telemetry);
  gauge(
    "gaffe_event_loop_long_blocks",
    "How often since the start the main thread took more than 50 ms of CPU time without a pause for anything else",
    dependencies.eventLoop.longBlocks,
  );
  gauge(
    "gaffe_event_loop_longest_block_cpu_seconds",
    "Longest CPU time in the last minute that the main thread took without a pause for anything else",
    () => dependencies.eventLoop.longestBlockCpuMs() / 1000,
  );
  gauge(
    "gaffe_event_loop_longest_block_seconds",
    "Longest time in the last minute in which the main thread could do nothing else",
    () => dependencies.eventLoop.longestBlockMs() / 1000,
  );
}

/** Registers the gauges of a process that has a journal and no pipeline. */
export function registerJournalGauges({ telemetry, journal, deadLetters, now }: JournalDependencies): void {
  const gauge = gaugesOf(telemetry);
  gauge("gaffe_journal_entries", "Export requests in the journal", () => journal.size().entries);
  gauge("gaffe_journal_bytes", "Bytes in the journal, dead letters included", () => journal.size().bytes);
  gauge("gaffe_journal_limit_bytes", "Bytes above which the journal takes no more", () => journal.size().maxBytes);
  gauge("gaffe_journal_oldest_seconds", "Age of the oldest export request that is not stored completely", () =>
    ageSeconds(oldestOf(journal.backlog().map(({ oldestAt }) => oldestAt)), now()),
  );
  gauge("gaffe_journal_refusing", "1 while new data is refused, else 0", () => (journal.refusal() ? 1 : 0));
  gauge("gaffe_journal_damaged_records", "Journal records and saved results of write batches that are damaged", () => {
    const { records, writeBatches } = journal.damaged();
    return records + writeBatches;
  });
  gauge("gaffe_dead_letters", "Dead letters of all projects", () => deadLetters.count().letters);
  gauge("gaffe_dead_letter_bytes", "Journal bytes of dead letters", () => deadLetters.count().bytes);
  gauge("gaffe_dead_letters_oldest_seconds", "Age of the oldest dead letter", () =>
    ageSeconds(deadLetters.count().oldestAt, now()),
  );
  gauge("gaffe_memory_rss_bytes", "Resident memory of the service", () => process.memoryUsage.rss());
  registerEventLoopDelay(gauge);
}

const stages = [
  "evaluate",
  "save",
  "store",
  "reconcile",
  "update_issues",
  "complete",
] as const satisfies readonly BatchStatus["stage"][];

function registerPipelineGauges({ telemetry, pipeline, now }: Dependencies): void {
  const gauge = gaugesOf(telemetry);
  const labeled = labelledGaugesOf(telemetry);
  gauge("gaffe_pipeline_lag_seconds", "Age of the oldest accepted item that is not visible, over all projects", () => {
    return pipeline.lagMs() / 1000;
  });
  gauge("gaffe_write_batch_oldest_seconds", "Age of the oldest unfinished write batch", () =>
    ageSeconds(oldestOf(pipeline.batches().map(({ startedAt }) => startedAt)), now()),
  );
  labeled("gaffe_write_batches", "Unfinished write batches by stage", ["stage"], () => {
    const batches = pipeline.batches();
    return stages.map((stage) => [{ stage }, batches.filter((batch) => batch.stage === stage).length]);
  });
}

function registerServiceGauges({ telemetry, metrics, now }: Dependencies): void {
  const gauge = gaugesOf(telemetry);
  const available = (wanted: string) => () =>
    metrics.stores().some(({ name, isAvailable }) => name === wanted && isAvailable) ? 1 : 0;
  gauge("gaffe_engine_available", "1 while ClickHouse takes rows, else 0", available("clickhouse"));
  gauge("gaffe_records_available", "1 while the records database answers, else 0", available("records"));
  gauge("gaffe_disk_free_bytes", "Free bytes of the journal's file system; 0 when it cannot be read", () =>
    metrics.diskFreeBytes(),
  );
  gauge(
    "gaffe_notifications_waiting",
    "Notifications that are due or being retried",
    () => metrics.notifications().count,
  );
  gauge("gaffe_notifications_oldest_seconds", "Age of the oldest notification that waits", () =>
    ageSeconds(metrics.notifications().oldestAt, now()),
  );
  gauge("gaffe_judge_budget_exhausted", "Judges whose budget of today is used up", () => metrics.exhaustedJudges());
  registerJobGauges({ telemetry, metrics, now });
}

function registerJobGauges({ telemetry, metrics, now }: Pick<Dependencies, "telemetry" | "metrics" | "now">): void {
  const labeled = labelledGaugesOf(telemetry);
  const backlogs = () =>
    executorKinds.map((executor) => {
      const found = metrics.jobs().find((one) => one.executor === executor);
      const { ready = 0, running = 0, judged = 0 } = found ?? {};
      return { executor, states: { ready, running, judged }, oldestAt: found?.oldestAt };
    });
  labeled("gaffe_jobs_waiting", "Evaluation jobs that are not over", ["executor"], () =>
    backlogs().map(({ executor, states: { ready, running, judged } }) => [{ executor }, ready + running + judged]),
  );
  labeled("gaffe_jobs", "Evaluation jobs that are not over, by state", ["executor", "state"], () =>
    backlogs().flatMap(({ executor, states }) =>
      Object.entries(states).map(([state, count]) => [{ executor, state }, count] as const),
    ),
  );
  const help = "Age of the oldest evaluation job that is not over";
  labeled("gaffe_jobs_oldest_seconds", help, ["executor", "state"], () =>
    backlogs().map(({ executor, oldestAt }) => [{ executor, state: "any" }, ageSeconds(oldestAt, now())]),
  );
}

/** The monitor's sampling interval is part of each measurement; a scrape starts the next window. */
function registerEventLoopDelay(gauge: ReturnType<typeof gaugesOf>): void {
  const resolutionMs = 20;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  gauge("gaffe_event_loop_delay_p99_seconds", "99th percentile of the event loop's delay since the last scrape", () => {
    const seconds = delay.percentile(99) / 1e9 - resolutionMs / 1000;
    delay.reset();
    return Math.max(0, seconds);
  });
}

const gaugesOf =
  ({ metrics }: Pick<Telemetry, "metrics">) =>
  (name: string, help: string, value: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value());
      },
    });

type LabelledValue = readonly [labels: Readonly<Record<string, string>>, value: number];

const labelledGaugesOf =
  ({ metrics }: Pick<Telemetry, "metrics">) =>
  (name: string, help: string, labelNames: string[], values: () => readonly LabelledValue[]): Gauge =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      collect() {
        for (const [labels, value] of values()) this.set(labels, value);
      },
    });

function oldestOf(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}

function ageSeconds(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, now - at) / 1000;
}
