import type { Datapoint, DatapointReader } from "../../datapoints/index.ts";
import { messageOf } from "../../platform/failure.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import { createWorkLoop, type WorkLoop } from "../../platform/scheduling/work-loop.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { afterWork, beforeWork, type ExecutorKind, executorKinds, type Job, type WorkOutcome } from "../jobs/job.ts";
import type { JobExecutor, JobExecutors, JobStore, JudgedStore, SettledJob, Work } from "../ports/jobs.ts";
import type { StoreVerdicts } from "../ports/store-verdicts.ts";

interface Running {
  readonly kind: ExecutorKind;
  readonly project: ProjectId;
  readonly group: readonly Job[];
}

type Run = (running: Running, work: Promise<void>) => void;

interface JobRunnerDependencies {
  readonly jobs: JobStore & JudgedStore;
  readonly executors: JobExecutors;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly storeVerdicts: StoreVerdicts;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1, for jitter. */
  readonly random?: () => number;
  /** Polling interval; default one second. */
  readonly everyMs?: number;
}

export interface JobRunner extends WorkLoop {
  /** Aborts jobs that still run after `graceMs`, without counting an attempt. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

const storeLeaseMs = 60_000;
/** A third of the shortest lease. */
const renewEveryMs = 20_000;
const storeBatchSize = 1000;
const pruneEveryMs = 600_000;

/**
 * Claims due evaluation jobs, runs them, and passes their verdicts on to be stored and to update issues. A
 * verdict is recorded before anything else is done with it, so that a crash never causes a second paid model
 * call.
 */
export function createJobRunner(dependencies: JobRunnerDependencies): JobRunner {
  const {
    jobs,
    executors,
    datapoints,
    storeVerdicts,
    telemetry,
    now,
    random = Math.random,
    everyMs = 1000,
  } = dependencies;
  const breakOff = new AbortController();
  const loop = createWorkLoop<Running>({
    claim,
    prune,
    pruneEveryMs,
    onUnreadable: (thrown) =>
      telemetry.emit({
        kind: "jobs-unreadable",
        level: "warn",
        message: "the jobs could not be read; they are looked into again",
        facts: { error: messageOf(thrown) },
      }),
    onInterrupted: (thrown) =>
      telemetry.emit({
        kind: "jobs-interrupted",
        level: "warn",
        message: "results of asynchronous checks could not be recorded; they are reclaimed when their leases expire",
        facts: { error: messageOf(thrown) },
      }),
    everyMs,
    now,
  });
  let renewedAt = 0;

  return {
    ...loop,
    async stop(graceMs = 10_000) {
      const hurry = setTimeout(() => breakOff.abort(), graceMs);
      await loop.stop();
      clearTimeout(hurry);
    },
  };

  /** Renews leases of long calls. Leases are short, so that the jobs of a dead process are reclaimed soon. */
  async function renew(running: readonly Running[]): Promise<void> {
    if (now() - renewedAt < renewEveryMs) return;
    renewedAt = now();
    for (const [kind, runs] of Map.groupBy(running, (one) => one.kind)) {
      const leaseMs = executors[kind]?.limits.leaseMs;
      if (leaseMs === undefined) continue;
      await jobs.renew(
        runs.flatMap(({ group }) => group),
        now() + leaseMs,
      );
    }
  }

  async function claim(running: readonly Running[], run: Run): Promise<number> {
    await renew(running);
    let count = await storeLeftovers();
    for (const kind of executorKinds) {
      const executor = executors[kind];
      const ownRuns = running.filter((one) => one.kind === kind);
      if (executor) count += await claimJobs(kind, executor, { ownRuns, run });
    }
    return count;
  }

  /** Stores verdicts of a process that ended before it could, and those whose rows were replaced. */
  async function storeLeftovers(): Promise<number> {
    const left = await jobs.claimJudged({ now: now(), leaseMs: storeLeaseMs, limit: storeBatchSize });
    if (left.length > 0) await storeVerdicts(left);
    return left.length;
  }

  async function claimJobs(
    kind: ExecutorKind,
    executor: JobExecutor,
    { ownRuns, run }: { readonly ownRuns: readonly Running[]; readonly run: Run },
  ): Promise<number> {
    const { atOnce, atOncePerProject, claimed, leaseMs } = executor.limits;
    if (ownRuns.length >= atOnce) return 0;
    const busy = [...Map.groupBy(ownRuns, ({ project }) => project)].filter(
      ([, runs]) => runs.length >= atOncePerProject,
    );
    const exceptProjects = busy.map(([project]) => project);
    const found = await jobs.claim({ executor: kind, now: now(), leaseMs, limit: claimed, exceptProjects });
    if (found.length === 0) return 0;
    const known = await readOrPutBack(found);
    for (const [, group] of Map.groupBy(found, ({ datapointId, group: key }) => `${datapointId} ${key}`))
      run({ kind, project: group[0]?.projectId as ProjectId, group }, runGroup(executor, group, known));
    return found.length;
  }

  async function readOrPutBack(found: readonly Job[]) {
    try {
      return await read(found);
    } catch (thrown) {
      const came = { kind: "again" as const, reason: "the datapoints cannot be read" };
      const moment = { at: now(), random: random(), giveUpAfterMs: Infinity };
      await settle(
        found.map((job) => ({ job, settled: afterWork(job, came, moment) })),
        new Map(),
      );
      throw thrown;
    }
  }

  async function read(found: readonly Job[]): Promise<ReadonlyMap<DatapointId, Datapoint>> {
    const known = new Map<DatapointId, Datapoint>();
    for (const [project, ofProject] of Map.groupBy(found, ({ projectId }) => projectId)) {
      const filed = new Map(
        ofProject.map(({ datapointId, partitionTime }) => [datapointId, { id: datapointId, partitionTime }]),
      );
      for (const { datapoint } of await datapoints.stored(project, [...filed.values()], {
        withHistory: true,
      }))
        known.set(datapoint.id, datapoint);
    }
    return known;
  }

  async function runGroup(executor: JobExecutor, group: readonly Job[], known: ReadonlyMap<DatapointId, Datapoint>) {
    const { giveUpAfterMs } = executor.limits;
    const early = group.flatMap((job): SettledJob[] => {
      const settled = beforeWork(job, now());
      return settled ? [{ job, settled }] : [];
    });
    const rest = group.filter((job) => !early.some((one) => one.job === job));
    const came = await outcomesOf(executor, rest, known);
    const settled = rest.map((job) => {
      const outcome = came.get(job.id) ?? { kind: "again" as const, reason: "the executor returned no outcome for it" };
      return { job, settled: afterWork(job, outcome, { at: now(), random: random(), giveUpAfterMs }) };
    });
    await settle([...early, ...settled], known);
  }

  async function settle(all: readonly SettledJob[], known: ReadonlyMap<DatapointId, Datapoint>): Promise<void> {
    const updated = await jobs.settle(all, { at: now(), leaseMs: storeLeaseMs });
    for (const { job, settled } of all) emitAttempt(job, settled, updated);
    const judged = updated.filter(({ state }) => state === "judged");
    if (judged.length > 0) await storeVerdicts(judged, known);
  }

  async function outcomesOf(
    executor: JobExecutor,
    group: readonly Job[],
    known: ReadonlyMap<DatapointId, Datapoint>,
  ): Promise<ReadonlyMap<string, WorkOutcome>> {
    const work = group.flatMap((job): Work[] => {
      const datapoint = known.get(job.datapointId);
      return datapoint ? [{ job, datapoint }] : [];
    });
    const gone = group.filter((job) => !known.has(job.datapointId)).map((job) => [job.id, missing(job)] as const);
    if (work.length === 0) return new Map(gone);
    try {
      return new Map([...gone, ...(await executor.run(work, breakOff.signal))]);
    } catch (thrown) {
      // Executors should not throw; if one does, the jobs are retried.
      const reason = `the executor threw: ${messageOf(thrown)}`;
      return new Map([...gone, ...work.map(({ job }) => [job.id, { kind: "again" as const, reason }] as const)]);
    }
  }

  function emitAttempt(job: Job, { state, ...rest }: SettledJob["settled"], updated: readonly Job[]): void {
    const hasLease = updated.some(({ id }) => id === job.id);
    const problem = "problem" in rest ? { problem: rest.problem } : {};
    telemetry.emit({
      kind: "jobs-tried",
      level: "debug",
      labels: { executor: job.executor, came: hasLease ? (state === "ready" ? "again" : state) : "lost" },
      message: hasLease
        ? "an asynchronous check was attempted"
        : "an asynchronous check was attempted under an expired lease",
      facts: { job: job.id, check: job.check, tries: job.attempts, ...problem },
    });
  }

  async function prune(): Promise<void> {
    for (const kind of executorKinds) {
      const executor = executors[kind];
      if (executor) await jobs.prune(kind, now() - executor.limits.retentionMs);
    }
  }
}

/** Handles a job whose datapoint is missing: it was deleted, or this database replica lags behind. */
function missing(job: Job): WorkOutcome {
  return job.attempts > 5 ? { kind: "gone" } : { kind: "again", reason: "its datapoint cannot be read" };
}
