import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import { digest } from "../../platform/crypto/digest.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import type { Meter, Outcome, Verdict, VerdictState } from "../verdicts/verdict.ts";

/**
 * The life of a job: one slow check of one datapoint.
 *
 *   ready ──claimed──► running ──► judged ──kept──► done
 *     ▲                   │           ▲               │
 *     └──── tried again ──┘           └─ its rows were replaced: the same verdict is written again, unpaid
 *
 * A datapoint that changes puts its job back to `ready`; one that is withdrawn makes it `judged` once more, so that
 * what it found is taken back.
 */
export const jobStates = ["ready", "running", "judged", "done"] as const;
export type JobState = (typeof jobStates)[number];

/** Who runs a slow check: a model that judges, or the sandbox for a project's own code. */
export const executorKinds = ["judge", "sandbox"] as const;
export type ExecutorKind = (typeof executorKinds)[number];

/** What station 5 asks for. */
export interface JobOrder {
  /** Derived from datapoint, check, version and options: ordering it again is the same job. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  /** The time that the datapoint's rows lie under, Unix milliseconds. */
  readonly filedAt: number;
  readonly check: string;
  readonly version: number;
  readonly options: Readonly<Record<string, Json>>;
  readonly monitorIds: readonly MonitorId[];
  readonly executor: ExecutorKind;
  /** Jobs of one datapoint and group are run together: the checks of a pack share one call. */
  readonly group: string;
  /** Digest of what checks read of the datapoint: while it stays the same, a verdict is not made again. */
  readonly subject: string;
  /** Version of the datapoint's rows; the verdict's row gets the one after it, so that any later reading wins. */
  readonly rowVersion: number;
  /** Of what is stored: the verdict is kept in its monitors' names, and nothing is found or told. */
  readonly quiet?: true;
}

/** What station 5 knows of a slow check to run; where and when its rows lie comes with the plan. */
export type SlowRequest = Pick<
  JobOrder,
  "id" | "check" | "version" | "options" | "monitorIds" | "executor" | "group" | "subject"
>;

/** What came of a job, as it is remembered until its rows are kept and some days longer. */
export interface JobResult {
  readonly outcome: Outcome;
  readonly meter: Meter;
  readonly durationMs: number;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A finding that a job's verdict has put into the store. */
export interface FoundBefore {
  readonly issueId: IssueId;
  readonly monitorId: MonitorId;
}

export interface Job extends JobOrder {
  readonly state: JobState;
  /** Not run before, Unix milliseconds. */
  readonly dueAt: number;
  readonly createdAt: number;
  readonly tries: number;
  readonly firstTriedAt?: number;
  /** Tries whose process ended before it said anything. */
  readonly lost: number;
  /** Why the last try gave no verdict. */
  readonly problem?: string;
  readonly result?: JobResult;
  readonly found: readonly FoundBefore[];
  /** Its datapoint became part of another one. */
  readonly withdrawn: boolean;
  /** Tells the holder of a lease from an earlier one. */
  readonly epoch: number;
}

/** What one try came to. */
export type WorkOutcome =
  | { readonly kind: "verdict"; readonly outcome: Outcome; readonly meter?: Meter; readonly durationMs: number }
  /** No verdict for now; a later try may give one. `afterMs` is the dependency's own wish. */
  | { readonly kind: "again"; readonly because: string; readonly afterMs?: number }
  /** The process stops, or it is not its turn: as if it had not been tried. */
  | { readonly kind: "untried"; readonly because?: string; readonly afterMs?: number }
  /** There is nothing to judge any more. */
  | { readonly kind: "gone" };

/** What a job becomes. */
export type JobSettled =
  | { readonly state: "judged"; readonly result: JobResult }
  | { readonly state: "ready"; readonly dueAt: number; readonly problem?: string; readonly tries: number }
  | { readonly state: "done" };

export const jobId = (datapoint: DatapointId, check: string, version: number, options: string): string =>
  digest("job", datapoint, check, `${version}`, options);

export const optionsDigest = (options: JobOrder["options"]): string => digest(canonicalJson(options));

/** Names what checks can read of a datapoint; times and ids that a later delivery may change are left out. */
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
  /** How long tries go on before the check is given up as broken. */
  readonly giveUpAfterMs: number;
}

/** After a try: waits double from 2 s to 15 min with jitter, never shorter than asked for; in the end it is broken. */
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
        tries: Math.max(0, job.tries - 1),
        ...(came.because === undefined ? {} : { problem: came.because }),
      };
    case "again": {
      const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(job.tries - 1, 20));
      const dueAt = Math.round(at + Math.max(came.afterMs ?? 0, ceiling * (0.5 + random / 2)));
      if (dueAt - (job.firstTriedAt ?? at) <= giveUpAfterMs)
        return { state: "ready", dueAt, problem: came.because, tries: job.tries };
      return broken(`given up after ${job.tries} tries: ${came.because}`, at);
    }
    default:
      return came satisfies never;
  }
}

/** What a claimed job is turned into instead of being run: its process died again and again while it ran. */
export function beforeWork(job: Job, at: number): JobSettled | undefined {
  return job.lost < lostAtMost ? undefined : broken(`the process ended ${job.lost} times while this check ran`, at);
}

function broken(because: string, at: number): JobSettled {
  return { state: "judged", result: { outcome: { kind: "broken", because }, meter: {}, durationMs: 0, at } };
}

/** The ledger of a datapoint: what is stored, with what its jobs are doing now in place of `queued`. */
export function withPending(stored: readonly Verdict[], jobs: readonly Job[]): readonly Verdict[] {
  const pending = new Map(jobs.map((job) => [verdictKey(verdictOf(job)), verdictOf(job)]));
  return stored.map((verdict) => pending.get(verdictKey(verdict)) ?? verdict);
}

const verdictKey = ({ check, version, options }: Verdict) => `${check} ${version} ${options}`;

/** The verdict of a job as the ledger shows it, made or pending. */
export function verdictOf(job: Job): Verdict {
  const { datapointId, check, version, options, monitorIds, result, problem, tries, state } = job;
  const facts = { datapointId, check, version, options: optionsDigest(options), monitorIds };
  if (state === "ready" || state === "running" || !result) {
    const pending: VerdictState = state === "running" ? "running" : "queued";
    const because = problem === undefined ? {} : { because: `try ${tries} gave no verdict: ${problem}` };
    return { ...facts, state: pending, evidence: [], durationMs: 0, at: job.createdAt, ...because };
  }
  const { outcome, meter, durationMs, at } = result;
  const common = { ...facts, ...meter, durationMs, at };
  switch (outcome.kind) {
    case "skipped":
    case "broken":
      return { ...common, state: outcome.kind, because: outcome.because, evidence: [] };
    case "passed":
    case "failed": {
      const { kind, ...said } = outcome;
      return { ...common, ...said, state: kind };
    }
    default:
      return outcome satisfies never;
  }
}
