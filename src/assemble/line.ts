import type { Settings } from "../config/settings.ts";
import type { CustomCheck } from "../domain/custom-check.ts";
import type { Finding } from "../domain/issue.ts";
import { createThreadPool } from "../lib/thread-pool.ts";
import { createLine, type LineOptions } from "../pipeline/line.ts";
import { createLookAtMonitors } from "../pipeline/look-at-monitors.ts";
import type { ProcessResult } from "../pipeline/process.ts";
import { createRaise, type Retracted } from "../pipeline/raise.ts";
import { createRunPlan } from "../pipeline/run-plan.ts";
import { createTombstones } from "../pipeline/tombstones.ts";
import { createIssueWatcher } from "../pipeline/watch-issues.ts";
import { createMonitorWatch } from "../pipeline/watch-monitors.ts";
import type { Journal, PlanBook } from "../ports/journal.ts";
import type { Keeper } from "../ports/kept.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { assembleChecks } from "./checks.ts";
import { registerGauges } from "./gauges.ts";
import { assembleJobs } from "./jobs.ts";
import { createMinuteLimits } from "./minute-limits.ts";
import { followMonitors } from "./monitors.ts";
import { createPauses } from "./pauses.ts";
import { assembleRuns } from "./runs.ts";
import { type OpenStorage, workersOf } from "./storage.ts";
import type { Undo } from "./undo.ts";

/** The durable steps of the line, so that the lab can build a fault into each. */
export interface LineParts {
  readonly journal: Journal;
  readonly plans: PlanBook;
  readonly keeper: Keeper;
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
}

export interface RunOptions {
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Another thread of the line, for measuring parts of it. */
  readonly worker?: URL;
}

interface Needs {
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly options: RunOptions;
  readonly now: () => number;
}

const lineOptions: LineOptions = {
  holdMs: 1000,
  maxHoldMs: 5000,
  planItems: 2000,
  plansAtOnce: 2,
  heldItems: 200_000,
  rememberedTraces: 2_000_000,
};

/** Stations 2 to 7, started: from the admission of a batch to the issues it raises. */
export async function assembleLine({ settings, storage, telemetry, undo, options, now }: Needs) {
  const { records, keeper, traces, findings, issueFigures, journal, plans, aside } = storage;
  const pool = createThreadPool({
    script: options.worker ?? new URL("../worker.ts", import.meta.url),
    size: workersOf(settings),
    youngMb: 12,
    onLost: (error) =>
      telemetry.emit({
        kind: "workers-lost",
        level: "error",
        message: "a thread of the line ended and was replaced",
        facts: { error: error.message },
      }),
  });
  undo.add(() => pool.close());
  const withPauses = createPauses({ figures: storage.monitorFigures, now, everyMs: 10_000 });
  const withLimits = createMinuteLimits({ replicas: records.replicas, now, everyMs: 10_000 });
  const monitors = await followMonitors({
    read: async () => withLimits(await withPauses(await records.monitorFeed.enabled())),
    tell: (list) => pool.tell("monitors", list),
    everyMs: 2000,
    telemetry,
  });
  undo.add(() => monitors.stop());
  const tellLine = (list: readonly CustomCheck[]) => pool.tell("checks", list);
  const checks = await assembleChecks({
    allowNetworks: settings.allowNetworks,
    records,
    telemetry,
    undo,
    tellLine,
    now,
  });

  const tombstones = createTombstones({ store: records.deletions, tell: (list) => pool.tell("tombstones", list) });
  await tombstones.refresh();
  const stopping = new AbortController();
  const raise = createRaise({
    issues: records.issues,
    findings,
    figures: issueFigures,
    thresholdOf: (monitor) => monitors.byId(monitor)?.threshold,
    now,
  });
  const plain: LineParts = { journal, plans, keeper, raise: async (...found) => void (await raise(...found)) };
  const parts = options.decorate?.(plain) ?? plain;
  const { executors, forApi, judgeGate } = checks;
  const common = { settings, storage, telemetry, undo, now };
  const jobs = await assembleJobs({ ...common, executors, findSlow: forApi.slowChecks.find, ...parts });
  const runs = assembleRuns({
    storage,
    telemetry,
    undo,
    now,
    jobs,
    check: forApi.check,
    known: forApi.slowChecks,
    ...parts,
  });
  const runPlan = createRunPlan({
    ...parts,
    aside,
    process: async (task, transfer) => (await pool.run(task, transfer)) as ProcessResult,
    traces,
    jobs: records.jobs,
    jobsAdded: () => jobs.wake(),
    tombstones,
    telemetry,
    now,
    signal: stopping.signal,
  });
  const line = createLine({ ...parts, runPlan, telemetry, now, options: lineOptions, signal: stopping.signal });
  line.start(await traces.recent(now() - 3_600_000, lineOptions.rememberedTraces / 10));
  undo.add(() => {
    const hurry = setTimeout(() => stopping.abort(), settings.limits.shutdownSeconds * 1000);
    return line.stop().finally(() => clearTimeout(hurry));
  });
  const watcher = createIssueWatcher({ ...records, findings, telemetry, now, everyMs: 30_000 });
  watcher.start();
  undo.add(() => watcher.stop());
  const monitorWatch = createMonitorWatch({
    ...records,
    lookAtMonitors: createLookAtMonitors({ ...storage, ...records, now }),
    telemetry,
    now,
    everyMs: 60_000,
  });
  monitorWatch.start();
  undo.add(() => monitorWatch.stop());
  registerGauges(telemetry, line, journal, aside);
  return { line, monitors, tombstones, checks: { ...forApi, runAsked: () => runs.wake() }, judgeGate, jobs };
}
