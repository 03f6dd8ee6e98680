import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { JudgeCheck, JudgeModel, JudgeSpend } from "../judges/judge.ts";
import type { Meter, Outcome } from "../verdicts/verdict.ts";

/**
 * Judge models of projects. Keys are sealed and bound to the host of the address they were given for; they are opened
 * by key() alone, which only the judges' own way out calls. At most one judge of a project is active.
 */
export interface JudgeStore {
  /** Oldest first. */
  list(project: ProjectId): Promise<readonly JudgeModel[]>;
  get(project: ProjectId, id: string): Promise<JudgeModel | undefined>;
  /** False when the project has a judge of that name. The first one becomes active. */
  add(judge: JudgeModel, key: string): Promise<boolean>;
  /**
   * Replaces the judge whose revision is one less; false when somebody else was faster or it is gone. Without `key`
   * the stored one stays if the host is the same; with another host it is wiped.
   */
  replace(judge: JudgeModel, key?: string): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
  /** "" where none is stored. Throws Failure("dependency") when it cannot be opened. */
  key(judge: JudgeModel): Promise<string>;
  /** Whether a key is stored. */
  hasKey(judge: JudgeModel): Promise<boolean>;
}

/**
 * What judges have cost, by judge and day. A call is reserved before it is made, so that callers at the same time do
 * not pass a ceiling together; what a crash leaves reserved counts as spent for that day.
 */
export interface SpendStore {
  /** False when the ceilings do not allow it: nothing is reserved then. */
  reserve(judge: JudgeModel, day: string, usd: number): Promise<boolean>;
  /** What a reserved call really cost. */
  settle(judge: JudgeModel, day: string, reserved: number, usd: number): Promise<void>;
  /** Counts checks that were skipped because a ceiling was reached. */
  skip(judge: JudgeModel, day: string, checks: number): Promise<void>;
  spent(judge: JudgeModel, day: string): Promise<JudgeSpend>;
  /** Judges of all projects whose budget of that day did not allow all checks. */
  exhausted(day: string): Promise<number>;
}

/** A question of ours to a project's judge model: for what is no check of the library. */
export interface ModelQuestion {
  readonly system: string;
  readonly user: string;
  /** JSON Schema of the answer, in the part of the language that providers' structured output takes. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type ModelAnswer =
  | { readonly kind: "answered"; readonly text: string; readonly meter: Meter }
  /** No judge model is configured, a ceiling is reached, or the endpoint refuses or does not answer. */
  | { readonly kind: "unanswered"; readonly because: string };

/** Asks the project's active judge, within its budget and behind its breaker. Never throws for what a model does. */
export type AskModel = (project: ProjectId, question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>;

/** How the endpoint of a judge is doing. */
export type JudgeState =
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly until: number; readonly because: string }
  | { readonly kind: "trying"; readonly because: string };

/**
 * What everybody passes who calls a judge's endpoint, as a judge or as a model: so many calls at once and a minute, the
 * ceilings of its day, and the breaker of its endpoint. Entering waits for a place; whoever has entered leaves once.
 */
export interface JudgeGate {
  enter(judge: JudgeModel, expectedUsd: number, signal: AbortSignal): Promise<JudgeEntry>;
  stateOf(judge: JudgeModel): JudgeState;
}

export type JudgeEntry =
  | { readonly kind: "entered"; leave(outcome: JudgeCallOutcome): Promise<void> }
  /** Nothing was tried. */
  | { readonly kind: "later"; readonly because: string; readonly afterMs: number }
  /** A ceiling of the day is reached. */
  | { readonly kind: "spent"; readonly because: string };

/** `worked`: the endpoint is there, whatever it thinks of the request. `abandoned`: we broke the call off. */
export type JudgeCallOutcome =
  | { readonly kind: "worked"; readonly usd?: number }
  | { readonly kind: "failed"; readonly because: string }
  | { readonly kind: "abandoned" };

/** One judge check by hand: nothing is stored, the spending counts. */
export type JudgeNow = (
  project: ProjectId,
  check: JudgeCheck,
  asked: {
    readonly datapoint: Datapoint;
    readonly options: Readonly<Record<string, Json>>;
    readonly expected?: Json | undefined;
    /** The active one unless told. */
    readonly judge?: JudgeModel;
  },
) => Promise<{ readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter }>;

/** What the active judge would cost for these checks of these datapoints, about, in US dollars, or why nobody knows. Asks nothing. */
export type ExpectedJudgeCost = (
  project: ProjectId,
  checks: readonly {
    readonly check: string;
    readonly version: number;
    readonly options: Readonly<Record<string, Json>>;
  }[],
  datapoints: readonly Datapoint[],
) => Promise<{ readonly usd: number } | { readonly unknown: string }>;

/** Judge models as the API uses them. */
export interface Judging {
  readonly expectedCost: ExpectedJudgeCost;
  state(judge: JudgeModel): JudgeState;
  readonly judgeNow: JudgeNow;
}
