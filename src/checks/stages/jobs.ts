import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { DatapointReader } from "../../datapoints/ports/datapoint-reader.ts";
import type { KeepVerdicts } from "../../pipeline/traces/keep-verdicts.ts";
import { messageOf } from "../../platform/failure.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import { createPolling } from "../../platform/scheduling/polling.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { afterWork, beforeWork, type ExecutorKind, executorKinds, type Job, type WorkOutcome } from "../jobs/job.ts";
import type { JobExecutor, JobExecutors, JobStore, JudgedStore, SettledJob, Work } from "../ports/jobs.ts";

interface Running {
  readonly kind: ExecutorKind;
  readonly project: ProjectId;
  readonly group: readonly Job[];
}

interface Needs {
  readonly jobs: JobStore & JudgedStore;
  readonly executors: JobExecutors;
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly keep: KeepVerdicts;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1, for jitter. */
  readonly random?: () => number;
  /** How often the jobs are looked into; a second unless told. */
  readonly everyMs?: number;
}

export interface JobStation {
  start(): void;
  /** Something was ordered: looked into at once. */
  wake(): void;
  /**
   * Takes up nothing more; what runs has `graceMs` to end and is then broken off as if it had not been tried. What it
   * does not live to see, the leases hand on.
   */
  stop(graceMs?: number): Promise<void>;
  /** Runs what is due now and resolves when all of it was tried and kept. Returns how many jobs. */
  runDue(): Promise<number>;
}

const keepLeaseMs = 60_000;
/** A third of the shortest lease. */
const renewEveryMs = 20_000;
const keptAtOnce = 1000;
const pruneEveryMs = 600_000;

/**
 * Station 5′. Claims slow checks that are due, has them run, and hands their verdicts to stations 6 and 7. A verdict
 * is in the records before anything else is done with it, so that a crash never makes a model be paid twice for it.
 */
export function createJobStation(needs: Needs): JobStation {
  const { jobs, executors, datapoints, keep, telemetry, now, random = Math.random, everyMs = 1000 } = needs;
  const running = new Map<Promise<void>, Running>();
  const breakOff = new AbortController();
  const polling = createPolling(round);
  let prunedAt = 0;
  let renewedAt = 0;

  return {
    ...polling,
    async stop(graceMs = 10_000) {
      await polling.stop();
      const hurry = setTimeout(() => breakOff.abort(), graceMs);
      await Promise.all(running.keys());
      clearTimeout(hurry);
    },
    async runDue() {
      let count = 0;
      for (let taken = await takeUp(); taken > 0; taken = await takeUp()) {
        count += taken;
        await Promise.all(running.keys());
      }
      return count;
    },
  };

  /** One look into the jobs; resolves with how long to wait before the next. */
  async function round(): Promise<number> {
    try {
      await renew();
      const taken = await takeUp();
      await prune();
      return taken > 0 ? 0 : everyMs;
    } catch (thrown) {
      telemetry.emit({
        kind: "jobs-unreadable",
        level: "warn",
        message: "the jobs could not be read; they are looked into again",
        facts: { error: messageOf(thrown) },
      });
      return everyMs * 5;
    }
  }

  /** A call may last longer than a lease, which is short so that the jobs of a process that died do not wait for long. */
  async function renew(): Promise<void> {
    if (now() - renewedAt < renewEveryMs) return;
    renewedAt = now();
    for (const [kind, runs] of Map.groupBy(running.values(), (one) => one.kind)) {
      const leaseMs = executors[kind]?.limits.leaseMs;
      if (leaseMs === undefined) continue;
      await jobs.renew(
        runs.flatMap(({ group }) => group),
        now() + leaseMs,
      );
    }
  }

  async function takeUp(): Promise<number> {
    let count = await keepWhatWasLeft();
    for (const kind of executorKinds) {
      const executor = executors[kind];
      if (executor) count += await takeUpOf(kind, executor);
    }
    return count;
  }

  /** Verdicts of a process that ended before it could hand them on, and those whose rows were replaced. */
  async function keepWhatWasLeft(): Promise<number> {
    const left = await jobs.claimJudged({ now: now(), leaseMs: keepLeaseMs, limit: keptAtOnce });
    if (left.length > 0) await keep(left);
    return left.length;
  }

  async function takeUpOf(kind: ExecutorKind, executor: JobExecutor): Promise<number> {
    const { atOnce, atOncePerProject, claimed, leaseMs } = executor.limits;
    const ours = [...running.values()].filter((one) => one.kind === kind);
    if (ours.length >= atOnce) return 0;
    const busy = [...Map.groupBy(ours, ({ project }) => project)].filter(([, runs]) => runs.length >= atOncePerProject);
    const exceptProjects = busy.map(([project]) => project);
    const found = await jobs.claim({ executor: kind, now: now(), leaseMs, limit: claimed, exceptProjects });
    if (found.length === 0) return 0;
    const known = await readOrPutBack(found);
    for (const [, group] of Map.groupBy(found, ({ datapointId, group: key }) => `${datapointId} ${key}`)) {
      const run: Promise<void> = runGroup(executor, group, known)
        .catch(interrupted)
        .finally(() => {
          running.delete(run);
          polling.wake();
        });
      running.set(run, { kind, project: group[0]?.projectId as ProjectId, group });
    }
    return found.length;
  }

  async function readOrPutBack(found: readonly Job[]) {
    try {
      return await read(found);
    } catch (thrown) {
      const came = { kind: "again" as const, because: "the datapoints cannot be read" };
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
      const filed = new Map(ofProject.map(({ datapointId, filedAt }) => [datapointId, { id: datapointId, filedAt }]));
      for (const { datapoint } of await datapoints.stored(project, [...filed.values()]))
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
      const outcome = came.get(job.id) ?? { kind: "again" as const, because: "the executor said nothing of it" };
      return { job, settled: afterWork(job, outcome, { at: now(), random: random(), giveUpAfterMs }) };
    });
    await settle([...early, ...settled], known);
  }

  async function settle(all: readonly SettledJob[], known: ReadonlyMap<DatapointId, Datapoint>): Promise<void> {
    const held = await jobs.settle(all, { at: now(), leaseMs: keepLeaseMs });
    for (const { job, settled } of all) told(job, settled, held);
    const judged = held.filter(({ state }) => state === "judged");
    if (judged.length > 0) await keep(judged, known);
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
      // An executor promises not to throw; one that does is tried again.
      const because = `the executor threw: ${messageOf(thrown)}`;
      return new Map([...gone, ...work.map(({ job }) => [job.id, { kind: "again" as const, because }] as const)]);
    }
  }

  function told(job: Job, { state, ...rest }: SettledJob["settled"], held: readonly Job[]): void {
    const isHeld = held.some(({ id }) => id === job.id);
    const problem = "problem" in rest ? { problem: rest.problem } : {};
    telemetry.emit({
      kind: "jobs-tried",
      level: "debug",
      labels: { executor: job.executor, came: isHeld ? (state === "ready" ? "again" : state) : "lost" },
      message: isHeld ? "a slow check was tried" : "a slow check was tried under a lease that had run out",
      facts: { job: job.id, check: job.check, tries: job.tries, ...problem },
    });
  }

  function interrupted(thrown: unknown): void {
    telemetry.emit({
      kind: "jobs-interrupted",
      level: "warn",
      message: "what came of slow checks could not be written down; their leases hand them on",
      facts: { error: messageOf(thrown) },
    });
  }

  async function prune(): Promise<void> {
    if (now() - prunedAt < pruneEveryMs) return;
    prunedAt = now();
    for (const kind of executorKinds) {
      const executor = executors[kind];
      if (executor) await jobs.prune(kind, now() - executor.limits.keptMs);
    }
  }
}

/** Its rows were there before it was ordered: they were deleted, or this replica of the database is behind. */
function missing(job: Job): WorkOutcome {
  return job.tries > 5 ? { kind: "gone" } : { kind: "again", because: "its datapoint cannot be read" };
}
