import { Gauge } from "prom-client";
import type { Settings } from "../config/settings.ts";
import type { FindSlowCheck } from "../domain/check.ts";
import { createJobStation, type JobStation } from "../pipeline/jobs.ts";
import { createKeepVerdicts } from "../pipeline/keep-verdicts.ts";
import type { Backlog, JobExecutors, JobReader } from "../ports/jobs.ts";
import type { Keeper } from "../ports/kept.ts";
import { createRowEncoder } from "../storage/clickhouse/rows/encoder.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly findSlow: FindSlowCheck;
  readonly executors: JobExecutors;
  readonly keeper: Keeper;
  /** Station 7. */
  readonly raise: Parameters<typeof createKeepVerdicts>[0]["raise"];
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

/** Station 5′, started: slow checks are run, each by the executor of its kind. */
export async function assembleJobs(needs: Needs): Promise<JobStation> {
  const { findSlow, executors, settings, storage, telemetry, undo, now, keeper, raise } = needs;
  const { records, datapoints } = storage;
  const { jobs, monitors } = records;
  const encoder = createRowEncoder();
  const keep = createKeepVerdicts({ jobs, datapoints, monitors, describe: findSlow, encoder, keeper, raise, now });
  const station = createJobStation({ jobs, executors, datapoints, keep, telemetry, now });
  // SQLite has one process: what its last life was running is run again at once. Elsewhere the leases say when.
  if (settings.records.kind === "sqlite") await jobs.release();
  station.start();
  undo.add(() => station.stop(settings.limits.shutdownSeconds * 1000));
  registerJobGauges(telemetry, records.jobReader, now);
  return station;
}

/** How much waits and for how long, for /metrics: read when somebody asks. */
function registerJobGauges({ metrics }: Telemetry, reader: JobReader, now: () => number): void {
  const gauge = (name: string, help: string, values: (backlog: Backlog) => Readonly<Record<string, number>>) =>
    new Gauge({
      name,
      help,
      labelNames: ["executor", "state"],
      registers: [metrics],
      async collect() {
        this.reset();
        // A scrape tells what can be told; that the records are away is told elsewhere.
        for (const backlog of await reader.backlog().catch(() => []))
          for (const [state, value] of Object.entries(values(backlog)))
            this.set({ executor: backlog.executor, state }, value);
      },
    });
  gauge("gaffe_jobs", "Slow checks that are not over", ({ ready, running, judged }) => ({ ready, running, judged }));
  gauge("gaffe_jobs_oldest_seconds", "Age of the oldest slow check that is not over", ({ oldestAt }) => ({
    any: oldestAt === undefined ? 0 : (now() - oldestAt) / 1000,
  }));
}
