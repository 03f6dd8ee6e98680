import type { Datapoint, Meter, Outcome, Verdict, VerdictState } from "../../datapoints/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { canonicalJson } from "../../platform/json/json.ts";

/**
 * The life cycle of an evaluation job: one asynchronous check of one datapoint.
 *
 *  ready ──claimed──► running ──► judged ──stored──► done
 *    ▲                   │           ▲                │
 *    └───── retried ─────┘           └─ rows replaced: the same verdict is written again, without a model call
 *
 * A changed datapoint moves its job back to `ready`; a superseded one moves it to `judged` again, so that its
 * finding is retracted.
 */
export const jobStates = ["ready", "running", "judged", "done"] as const;
export type JobState = (typeof jobStates)[number];

/** What runs an asynchronous check: a judge model, or the sandbox for custom code. */
export const executorKinds = ["judge", "sandbox"] as const;
export type ExecutorKind = (typeof executorKinds)[number];

/** An evaluation job as the evaluate stage requests it. */
export interface JobOrder {
  /** Derived from datapoint, check, version and options, so that requesting it again is idempotent. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  /** Partition time of the datapoint's rows, Unix milliseconds. */
  readonly partitionTime: number;
  readonly check: string;
  readonly version: number;
  readonly options: Readonly<Record<string, Json>>;
  readonly monitorIds: readonly MonitorId[];
  readonly executor: ExecutorKind;
  /** Jobs of one datapoint and group run together: the checks of a pack share one model call. */
  readonly group: string;
  /** Digest of what checks read of the datapoint. While it stays the same, a verdict is reused. */
  readonly subject: string;
  /** Version of the datapoint's rows. The verdict's row gets the next one, so that any later reading wins. */
  readonly rowVersion: number;
  /** For stored datapoints: the verdict counts for its monitors, but creates no finding and no notification. */
  readonly silent?: true;
}

/**
 * What the evaluate stage knows about an asynchronous check to run. Partition and version are added with the
 * write batch.
 */
export type SlowRequest = Pick<
  JobOrder,
  "id" | "check" | "version" | "options" | "monitorIds" | "executor" | "group" | "subject"
>;

/** Result of a job, retained until its rows are stored and for some days after. */
export interface JobResult {
  readonly outcome: Outcome;
  readonly meter: Meter;
  readonly durationMs: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A finding that a job's verdict has stored. */
export interface FoundBefore {
  readonly issueId: IssueId;
  readonly monitorId: MonitorId;
}

export interface Job extends JobOrder {
  readonly state: JobState;
  /** Earliest time of the next attempt, Unix milliseconds. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly attempts: number;
  readonly firstTriedAt?: number;
  /** Attempts whose process ended before they returned a result. */
  readonly lost: number;
  readonly problem?: string;
  readonly result?: JobResult;
  readonly found: readonly FoundBefore[];
  /** Its datapoint was superseded by another one. */
  readonly superseded: boolean;
  /** Distinguishes the current lease from earlier ones. */
  readonly epoch: number;
}

/** Result of one attempt. */
export type WorkOutcome =
  | { readonly kind: "verdict"; readonly outcome: Outcome; readonly meter?: Meter; readonly durationMs: number }
  /** No verdict yet; a later attempt may give one. `afterMs`: wait that the dependency requested. */
  | { readonly kind: "again"; readonly reason: string; readonly afterMs?: number }
  /** The process stops, or it is not the job's turn. Does not count as an attempt. */
  | { readonly kind: "untried"; readonly reason?: string; readonly afterMs?: number }
  /** The datapoint no longer exists. */
  | { readonly kind: "gone" };

/** The next state of a job. */
export type JobSettled =
  | { readonly state: "judged"; readonly result: JobResult }
  | { readonly state: "ready"; readonly dueAt: number; readonly problem?: string; readonly attempts: number }
  | { readonly state: "done" };

export const jobId = (datapoint: DatapointId, check: string, version: number, options: string): string =>
  digest("job", datapoint, check, `${version}`, options);

export const optionsDigest = (options: JobOrder["options"]): string => digest(canonicalJson(options));

/**
 * Returns a digest of what checks can read of a datapoint. Excludes times and ids that a later delivery may
 * change.
 */
export function subjectDigest(datapoint: Datapoint): string {
  const { input, output, tools, toolChoice, params, error, finishReasons, flags, metadata, operation } = datapoint;
  const read = [operation, input, output, tools, toolChoice, params, error, finishReasons, flags, [...metadata]];
  return digest(JSON.stringify(read));
}

const firstWaitMs = 2_000;
const longestWaitMs = 15 * 60_000;
const lostAtMost = 3;

interface Moment {
  /** Unix milliseconds. */
  readonly at: number;
  /** 0 to 1, for jitter. */
  readonly random: number;
  /** How long attempts continue before the check is reported as broken. */
  readonly giveUpAfterMs: number;
}

/**
 * Returns the job's next state after an attempt. Waits double from 2 s to 15 min with jitter and are never
 * shorter than requested; after `giveUpAfterMs` the verdict is `broken`.
 */
export function afterWork(job: Job, came: WorkOutcome, { at, random, giveUpAfterMs }: Moment): JobSettled {
  switch (came.kind) {
    case "verdict": {
      const { outcome, durationMs, meter = {} } = came;
      return { state: "judged", result: { outcome, meter, durationMs, at } };
    }
    case "gone":
      return { state: "done" };
    case "untried":
      return {
        state: "ready",
        dueAt: Math.round(at + (came.afterMs ?? 0)),
        attempts: Math.max(0, job.attempts - 1),
        ...(came.reason === undefined ? {} : { problem: came.reason }),
      };
    case "again": {
      const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(job.attempts - 1, 20));
      const dueAt = Math.round(at + Math.max(came.afterMs ?? 0, ceiling * (0.5 + random / 2)));
      if (dueAt - (job.firstTriedAt ?? at) <= giveUpAfterMs)
        return { state: "ready", dueAt, problem: came.reason, attempts: job.attempts };
      return broken(`given up after ${job.attempts} tries: ${came.reason}`, at);
    }
    default:
      return unreachable(came);
  }
}

/** Returns a final state for a claimed job whose process died repeatedly while it ran, or undefined. */
export function beforeWork(job: Job, at: number): JobSettled | undefined {
  return job.lost < lostAtMost ? undefined : broken(`the process ended ${job.lost} times while this check ran`, at);
}

function broken(reason: string, at: number): JobSettled {
  return { state: "judged", result: { outcome: { kind: "broken", reason }, meter: {}, durationMs: 0, at } };
}

/** Returns the stored verdicts of a datapoint, with the current state of its jobs in place of `queued`. */
export function withPending(stored: readonly Verdict[], jobs: readonly Job[]): readonly Verdict[] {
  const pending = new Map(jobs.map((job) => [verdictKey(verdictOf(job)), verdictOf(job)]));
  return stored.map((verdict) => pending.get(verdictKey(verdict)) ?? verdict);
}

const verdictKey = ({ check, version, options }: Verdict) => `${check} ${version} ${options}`;

/** Returns the verdict of a job as shown in the datapoint's verdicts, made or pending. */
export function verdictOf(job: Job): Verdict {
  const { datapointId, check, version, options, monitorIds, result, problem, attempts, state } = job;
  const facts = { datapointId, check, version, options: optionsDigest(options), monitorIds };
  if (state === "ready" || state === "running" || !result) {
    const pending: VerdictState = state === "running" ? "running" : "queued";
    const reason = problem === undefined ? {} : { reason: `try ${attempts} gave no verdict: ${problem}` };
    return { ...facts, state: pending, evidence: [], durationMs: 0, at: job.createdAt, ...reason };
  }
  const { outcome, meter, durationMs, at } = result;
  const common = { ...facts, ...meter, durationMs, at };
  switch (outcome.kind) {
    case "skipped":
    case "broken":
      return { ...common, state: outcome.kind, reason: outcome.reason, evidence: [] };
    case "passed":
    case "failed": {
      const { kind, ...rest } = outcome;
      return { ...common, ...rest, state: kind };
    }
    default:
      return unreachable(outcome);
  }
}
