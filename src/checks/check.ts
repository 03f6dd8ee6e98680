import type { z } from "zod";
import type { EvidenceTarget, IssueKind, Outcome, Severity, Subject } from "../datapoints/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ExecutorKind } from "./jobs/job.ts";

/** Measured classes: cheap < 50 µs, medium < 2 ms, expensive above or sandboxed, judge = one model call. */
export const costClasses = ["cheap", "medium", "expensive", "judge"] as const;
export type CostClass = (typeof costClasses)[number];

/** Budget of one evaluation in milliseconds. Over it the verdict is `broken`, not failed. */
export const budgetMs: Readonly<Record<CostClass, number>> = { cheap: 5, medium: 50, expensive: 2000, judge: 60_000 };

/** What a check requires besides its target. If it is missing, the verdict is `skipped`. */
export const checkNeeds = [
  "expected",
  "reference",
  "context",
  /** Texts from outside: retrieved passages or tool results. */
  "retrieved",
  "tools",
  "system_prompt",
  /** The text that the answer is based on; part of the request. */
  "source",
  "trace",
  "usage",
  "times",
  /** Earlier datapoints of the same project. */
  "history",
  /** Other answers of the same test run. */
  "run",
  "config",
] as const;
export type CheckNeed = (typeof checkNeeds)[number];

/**
 * What a check evaluates; this decides when it does not apply. `answer`: the text of the response; `calls`:
 * its tool calls; `texts`: any available text; `request`: the input; `operation`: the call itself, failed or
 * not.
 */
export const checkSubjects = ["answer", "calls", "texts", "request", "operation"] as const;
export type CheckSubject = (typeof checkSubjects)[number];

export const checkModes = ["online", "online sampled", "test run", "on prompt or tool change"] as const;
export type CheckMode = (typeof checkModes)[number];

/**
 * Which values of a score are better, also among those that pass. `neutral`: none; such a score is reported, and never
 * a regression or an improvement.
 */
export const scoreDirections = ["higher", "lower", "neutral"] as const;
export type ScoreDirection = (typeof scoreDirections)[number];

/** How a value maps to passed or failed, as text for people ("pass when false", "0..1; pass ≥ 0.9") and as a type. */
export type OutputRule =
  | { readonly type: "boolean"; readonly rule: string }
  | { readonly type: "score"; readonly rule: string; readonly direction: ScoreDirection };

/** How most checks pass: a check named after a property passes when true, one named after a defect when false. */
const passesWhenTrue = { type: "boolean", rule: "pass when true" } as const;
export const passesWhenFalse = { type: "boolean", rule: "pass when false" } as const;

/** A score with its range or unit, its pass rule and its direction: `scored("0..1; pass ≥ 0.9", "higher")`. */
export const scored = (rule: string, direction: ScoreDirection) => ({ type: "score", rule, direction }) as const;

/** Defaults of a check definition: cheap, online, evaluates the answer, named after a property. */
export const usually = {
  version: 1,
  output: passesWhenTrue,
  costClass: "cheap",
  judges: "answer",
  targets: ["output"],
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
} as const;

/** Everything that a person, the API or the web app can read about a check. */
export interface CheckDescription {
  /** The name users type, for example `model_refusal`. Never changes. */
  readonly name: string;
  /** Changes whenever the same datapoint may get another verdict: a counter, or a hash of the definition. */
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly costClass: CostClass;
  readonly judges: CheckSubject;
  readonly output: OutputRule;
  readonly targets: readonly EvidenceTarget[];
  readonly needs: readonly CheckNeed[];
  readonly mode: CheckMode;
  readonly severity: Severity;
  /** What a failed verdict means: unwanted behavior, or an error of the call. */
  readonly finds: IssueKind;
  readonly tier: 1 | 2 | 3;
  /** Reference for the idea or the rule. */
  readonly source: string;
}

/** A check implemented in code: a pure function of a datapoint, its expectation and its options. */
export interface CodeCheck<Options extends z.ZodType = z.ZodType> extends CheckDescription {
  readonly kind: "code";
  readonly options: Options;
  /** Pure: no clock, no randomness, no I/O. It may throw; the engine then returns `broken`. */
  evaluate(subject: Subject, options: z.output<Options>): Outcome;
}

/** Types a check entry; the options' type flows into `evaluate`. */
export function defineCheck<Options extends z.ZodType>(check: Omit<CodeCheck<Options>, "kind">): CodeCheck<Options> {
  return { ...check, kind: "code" };
}

/**
 * A check that is too slow for the pipeline: a judge, or code in the sandbox. The evaluate stage decides
 * immediately where it does not apply; a durable evaluation job runs the rest.
 */
export interface SlowCheck extends CheckDescription {
  readonly options: z.ZodType;
  readonly executor: ExecutorKind;
  /** Checks of one datapoint with the same group are run together. */
  readonly group: string;
  /**
   * Returns, from the datapoint alone, why the check need not run, or undefined. `code` evaluates a library
   * check. Pure.
   */
  readonly gate?: (subject: Subject, code: EvaluateCode) => string | undefined;
}

/** Evaluates a code check of the library on a subject, with its default options. */
export type EvaluateCode = (check: string, subject: Subject) => Outcome;

/** Finds an asynchronous check of a project by name, built-in or custom. */
export type FindSlowCheck = (project: ProjectId, name: string) => SlowCheck | undefined;
