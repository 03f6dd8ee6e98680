import type { Datapoint } from "../../datapoints/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { ExecutorKind, FoundBefore, Job, JobOrder, JobSettled, JobState, WorkOutcome } from "../jobs/job.ts";

/** A datapoint whose rows a write batch of this version replaced or removed. */
export interface SupersededWork {
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  readonly rowVersion: number;
}

export interface JobClaim {
  readonly executor: ExecutorKind;
  /** Unix milliseconds. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Busy projects, which get no jobs now. */
  readonly exceptProjects?: readonly ProjectId[];
}

/**
 * Evaluation jobs that are pending, and finished ones for some days, so that a redelivery reuses the verdict
 * instead of paying again. Every call is one durable transaction. Throws Failure("dependency") if the database
 * does not respond.
 */
export interface JobStore {
  /**
   * Adds jobs. An order for an earlier reading of the datapoint is ignored. A later one replaces it: with the
   * same subject the verdict is stored again; with another the job returns to `ready` and a running attempt
   * loses its lease.
   */
  add(orders: readonly JobOrder[], at: number): Promise<void>;
  /** Ends the jobs of superseded datapoints; their findings are retracted. */
  withdraw(datapoints: readonly SupersededWork[], at: number): Promise<void>;
  /**
   * Claims due jobs and jobs with an expired lease, each for one caller, with jobs of one datapoint and group
   * adjacent. The lease's epoch is the fencing token.
   */
  claim(wanted: JobClaim): Promise<readonly Job[]>;
  renew(running: readonly Pick<Job, "id" | "epoch">[], leaseUntil: number): Promise<void>;
  /** Stores the results of attempts. Returns the updated jobs, without those whose lease was lost. */
  settle(settled: readonly SettledJob[], moment: JobMoment): Promise<readonly Job[]>;
}

/** Releases all leases at startup, for databases that only one process uses. */
export interface JobLeases {
  release(): Promise<void>;
}

export interface SettledJob {
  readonly job: Job;
  readonly settled: JobSettled;
}

interface JobMoment {
  /** Unix milliseconds. */
  readonly at: number;
  /** Time to store the verdicts before another process may claim them. */
  readonly leaseMs: number;
}

/** Jobs whose verdicts are made but not yet stored with the datapoints. */
export interface JudgedStore {
  /** Claims judged jobs with an expired lease, and those whose rows must be stored again. */
  claimJudged(wanted: Omit<JobClaim, "executor" | "exceptProjects">): Promise<readonly Job[]>;
  /** Marks jobs as stored. One that was ordered again or superseded in the meantime stays judged. */
  done(finished: readonly { readonly job: Job; readonly found: readonly FoundBefore[] }[], at: number): Promise<void>;
  /** Deletes jobs that finished before `before`. Returns their number. */
  prune(executor: ExecutorKind, before: number): Promise<number>;
}

export interface Backlog {
  readonly executor: ExecutorKind;
  readonly ready: number;
  readonly running: number;
  readonly judged: number;
  /** When the oldest unfinished job was created, Unix milliseconds. */
  readonly oldestAt?: number;
  /** Number of jobs whose last attempt failed, with the latest reason. */
  readonly failing: number;
  readonly problem?: string;
}

export interface JobReader {
  /** Returns a datapoint's unfinished jobs. */
  pending(project: ProjectId, datapoint: DatapointId): Promise<readonly Job[]>;
  /** Returns one entry per executor with pending jobs, of one project or of all. */
  backlog(project?: ProjectId): Promise<readonly Backlog[]>;
  /** Newest first. */
  list(project: ProjectId, states: readonly JobState[], page: PageRequest): Promise<Page<Job>>;
}

export interface Work {
  readonly job: Pick<Job, "id" | "projectId" | "datapointId" | "check" | "version" | "options">;
  readonly datapoint: Datapoint;
  /** The expectation of a test run's row. */
  readonly expected?: Json;
}

/**
 * Runs asynchronous checks of one kind. run() gets jobs of one datapoint and group and returns the outcome of
 * each. It never throws for what a model or a program does; retries are up to the job runner.
 */
export interface JobExecutor {
  readonly limits: JobLimits;
  run(work: readonly Work[], signal: AbortSignal): Promise<ReadonlyMap<string, WorkOutcome>>;
}

export interface JobLimits {
  /** Maximum number of concurrent groups. */
  readonly atOnce: number;
  /** Per project, so that a busy one does not delay others. */
  readonly atOncePerProject: number;
  /** Maximum number of jobs per claim. */
  readonly claimed: number;
  /** Longer than any run. */
  readonly leaseMs: number;
  readonly giveUpAfterMs: number;
  /** How long finished jobs are retained. */
  readonly retentionMs: number;
}

export type JobExecutors = Partial<Readonly<Record<ExecutorKind, JobExecutor>>>;
