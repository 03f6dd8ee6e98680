import type { Datapoint, Meter, Outcome } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { JudgeCheck, JudgeModel, JudgeSpend } from "../judges/judge.ts";

/**
 * Judge models of projects. Keys are encrypted and bound to the host they were given for; only key() decrypts
 * them, and only the judges' HTTP client calls it. At most one judge of a project is active.
 */
export interface JudgeStore {
  /** Oldest first. */
  list(project: ProjectId): Promise<readonly JudgeModel[]>;
  get(project: ProjectId, id: string): Promise<JudgeModel | undefined>;
  /** False if the name is taken. A project's first judge becomes active. */
  add(judge: JudgeModel, key: string): Promise<boolean>;
  /**
   * Replaces the judge whose revision is one less. False if it was changed concurrently or removed. Without
   * `key` the stored key stays if the host is unchanged, and is removed otherwise.
   */
  replace(judge: JudgeModel, key?: string): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
  /** Returns "" if no key is stored. Throws Failure("dependency") if it cannot be decrypted. */
  key(judge: JudgeModel): Promise<string>;
  hasKey(judge: JudgeModel): Promise<boolean>;
}

/**
 * Cost of judges by judge and day. Each call is reserved in advance, so that concurrent callers cannot exceed
 * a limit together. Reservations left by a crash count as spent for that day.
 */
export interface SpendStore {
  /** Returns false, without reserving anything, if the daily limit would be exceeded. */
  reserve(judge: JudgeModel, day: string, usd: number): Promise<boolean>;
  /** Replaces a reservation by the actual cost. */
  settle(judge: JudgeModel, day: string, reserved: number, usd: number): Promise<void>;
  /** Counts checks that were skipped because a daily limit was reached. */
  skip(judge: JudgeModel, day: string, checks: number): Promise<void>;
  spent(judge: JudgeModel, day: string): Promise<JudgeSpend>;
  /** Returns the number of judges, of all projects, whose budget of that day caused skipped checks. */
  exhausted(day: string): Promise<number>;
}

/** A request to a project's judge model that is not a check of the library. */
export interface ModelQuestion {
  readonly system: string;
  readonly user: string;
  /** JSON Schema of the answer, in the subset that providers' structured output supports. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type ModelAnswer =
  | { readonly kind: "answered"; readonly text: string; readonly meter: Meter }
  /** No judge model is configured, a daily limit is reached, or the endpoint refuses or does not respond. */
  | { readonly kind: "unanswered"; readonly reason: string };

/** Calls the project's active judge within its budget and circuit breaker. Never throws for what a model does. */
export type CallJudgeModel = (project: ProjectId, question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

/** State of a judge endpoint's circuit breaker. */
export type JudgeState =
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly until: number; readonly reason: string }
  | { readonly kind: "trying"; readonly reason: string };

/**
 * Limits shared by all callers of a judge's endpoint, as a judge or as a model: concurrency, calls per minute,
 * daily limits, circuit breaker. Entering waits for a free slot; every entry must be followed by one leave.
 */
export interface JudgeGate {
  enter(judge: JudgeModel, expectedUsd: number, signal: AbortSignal): Promise<JudgeEntry>;
  stateOf(judge: JudgeModel): JudgeState;
}

export type JudgeEntry =
  | { readonly kind: "entered"; leave(outcome: JudgeCallOutcome): Promise<void> }
  /** No call was made. */
  | { readonly kind: "later"; readonly reason: string; readonly afterMs: number }
  /** A daily limit is reached. */
  | { readonly kind: "spent"; readonly reason: string };

/** `worked`: the endpoint responded, with any status. `abandoned`: Gaffe aborted the call. */
export type JudgeCallOutcome =
  | { readonly kind: "worked"; readonly usd?: number }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "abandoned" };

/** Runs one judge check immediately. Stores nothing, but the cost counts. */
export type JudgeNow = (
  project: ProjectId,
  check: JudgeCheck,
  request: {
    readonly datapoint: Datapoint;
    readonly options: Readonly<Record<string, Json>>;
    readonly expected?: Json | undefined;
    /** Default: the active judge. */
    readonly judge?: JudgeModel;
  },
) => Promise<{ readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter }>;

/**
 * Estimates the cost of these checks on these datapoints with the active judge, in US dollars, or returns why
 * it is unknown. Makes no call.
 */
export type ExpectedJudgeCost = (
  project: ProjectId,
  checks: readonly {
    readonly check: string;
    readonly version: number;
    readonly options: Readonly<Record<string, Json>>;
  }[],
  datapoints: readonly Datapoint[],
) => Promise<{ readonly usd: number } | { readonly unknown: string }>;

export interface Judging {
  readonly expectedCost: ExpectedJudgeCost;
  state(judge: JudgeModel): JudgeState;
  readonly judgeNow: JudgeNow;
}
