import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import type { Page, PageRequest } from "../../datapoints/ports/datapoint-reader.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { ExecutorKind, FoundBefore, Job, JobOrder, JobSettled, JobState, WorkOutcome } from "../jobs/job.ts";

/** A datapoint whose rows a plan of this version replaced or took away. */
export interface WithdrawnWork {
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
  /** Projects that are busy and get nothing now. */
  readonly exceptProjects?: readonly ProjectId[];
}

/**
 * Slow checks that are ordered and not over yet, and for some days those that are: so a repeated delivery finds its
 * verdict instead of paying for it again. Every call is one transaction, on disk when it resolves; it throws
 * Failure("dependency") when the database does not answer.
 */
export interface JobStore {
  /**
   * Puts jobs in. An order of an earlier reading of the datapoint changes nothing. A later one replaces it: with the
   * same subject the verdict that was made is kept again; with another the job is `ready` anew, and a run under way
   * has lost its lease.
   */
  add(orders: readonly JobOrder[], at: number): Promise<void>;
  /** Ends the jobs of datapoints that are no more; what was found by them is to be taken back. */
  withdraw(datapoints: readonly WithdrawnWork[], at: number): Promise<void>;
  /**
   * Hands out jobs that are due, and such whose holder has let its lease run out, each to one caller at a time and
   * jobs of one datapoint and group next to each other. The lease's epoch is the fence.
   */
  claim(wanted: JobClaim): Promise<readonly Job[]>;
  /** Lengthens the leases of jobs that still run. One whose lease was lost stays lost. */
  renew(running: readonly Pick<Job, "id" | "epoch">[], leaseUntil: number): Promise<void>;
  /** What came of them. Returns the jobs as they are now; one whose lease was lost is left out. */
  settle(settled: readonly SettledJob[], moment: JobMoment): Promise<readonly Job[]>;
}

/** For the only process of a database, when it starts: nobody holds the leases that its last life left. */
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
  /** How long the caller has for keeping the verdicts before another process takes that over. */
  readonly leaseMs: number;
}

/** Verdicts of jobs on their way into the store of datapoints. */
export interface JudgedStore {
  /** Judged jobs whose holder has let its lease run out, and those that have to be kept again. */
  claimJudged(wanted: Omit<JobClaim, "executor" | "exceptProjects">): Promise<readonly Job[]>;
  /** Their rows are in. One that was ordered anew or withdrawn in the meantime stays judged. */
  done(kept: readonly { readonly job: Job; readonly found: readonly FoundBefore[] }[], at: number): Promise<void>;
  /** Forgets what was over before `before`. Returns how many jobs. */
  prune(executor: ExecutorKind, before: number): Promise<number>;
}

export interface Backlog {
  readonly executor: ExecutorKind;
  readonly ready: number;
  readonly running: number;
  readonly judged: number;
  /** When the oldest job that is not over was ordered, Unix milliseconds. */
  readonly oldestAt?: number;
  /** How many of them were tried without a verdict, with the latest reason. */
  readonly failing: number;
  readonly problem?: string;
}

export interface JobReader {
  /** Jobs of a datapoint that are not over. */
  pending(project: ProjectId, datapoint: DatapointId): Promise<readonly Job[]>;
  /** Of one project, or of all: one line per executor that has something to do. */
  backlog(project?: ProjectId): Promise<readonly Backlog[]>;
  /** Newest first. */
  list(project: ProjectId, states: readonly JobState[], page: PageRequest): Promise<Page<Job>>;
}

/** A job with the datapoint it is about. */
export interface Work {
  readonly job: Pick<Job, "id" | "projectId" | "datapointId" | "check" | "version" | "options">;
  readonly datapoint: Datapoint;
  /** What a row of a test run expects. */
  readonly expected?: Json;
}

/**
 * Runs slow checks of one kind. run() gets jobs of one datapoint and group and says what came of each; it never
 * throws for what a model or a program does. Holds nothing back and tries nothing again beyond its own call: that is
 * the station's.
 */
export interface JobExecutor {
  readonly limits: JobLimits;
  run(work: readonly Work[], signal: AbortSignal): Promise<ReadonlyMap<string, WorkOutcome>>;
}

export interface JobLimits {
  /** Groups that run at once. */
  readonly atOnce: number;
  /** Of one project, so that a busy one holds up itself only. */
  readonly atOncePerProject: number;
  /** Jobs handed out together. */
  readonly claimed: number;
  /** Longer than any run takes. */
  readonly leaseMs: number;
  readonly giveUpAfterMs: number;
  /** How long a finished job is remembered. */
  readonly keptMs: number;
}

export type JobExecutors = Partial<Readonly<Record<ExecutorKind, JobExecutor>>>;
