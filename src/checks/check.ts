import type { z } from "zod";
import type { Subject } from "../datapoints/traces/subject.ts";
import type { IssueKind } from "../issues/issue.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ExecutorKind } from "./jobs/job.ts";
import type { EvidenceTarget, Outcome, Severity } from "./verdicts/verdict.ts";

/** Measured classes: cheap < 50 µs, medium < 2 ms, expensive above or sandboxed, judge = one model call. */
export const costClasses = ["cheap", "medium", "expensive", "judge"] as const;
export type CostClass = (typeof costClasses)[number];

/** Budget of one evaluation in milliseconds; over it the verdict is `broken`, not failed. */
export const budgetMs: Readonly<Record<CostClass, number>> = { cheap: 5, medium: 50, expensive: 2000, judge: 60_000 };

/** What must be there beyond the target; without it the verdict is `skipped`. */
export const checkNeeds = [
  "expected",
  "reference",
  "context",
  /** Texts that came from outside: retrieved ones, or results of tools. */
  "retrieved",
  "tools",
  "system_prompt",
  /** The text that the answer is made from: it stands in the request. */
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
 * What a check judges; it says when a check does not apply. `answer`: the text of the response; `calls`: its tool
 * calls; `texts`: whatever text there is; `request`: what was sent; `operation`: the call itself, failed or not.
 */
export const checkSubjects = ["answer", "calls", "texts", "request", "operation"] as const;
export type CheckSubject = (typeof checkSubjects)[number];

export const checkModes = ["online", "online sampled", "test run", "on prompt or tool change"] as const;
export type CheckMode = (typeof checkModes)[number];

/** How a value becomes passed or failed, in words for people and in numbers for charts. */
export interface OutputRule {
  readonly type: "boolean" | "score";
  /** For example "pass when false" or "0..1; pass ≥ 0.9". */
  readonly rule: string;
}

/** How most checks pass: named after a property they pass when true, after a defect when false. */
export const passesWhenTrue = { type: "boolean", rule: "pass when true" } as const;
export const passesWhenFalse = { type: "boolean", rule: "pass when false" } as const;

/** A score with its range or unit and its pass rule: `scored("0..1; pass ≥ 0.9")`. */
export const scored = (rule: string) => ({ type: "score", rule }) as const;

/** What a check is where its definition does not say otherwise: cheap, online, of the answer. */
export const usually = {
  version: 1,
  costClass: "cheap",
  judges: "answer",
  targets: ["output"],
  needs: [],
  mode: "online",
  finds: "behaviour",
  tier: 1,
} as const;

/** Everything a person, the API or the web app is told of a check. */
export interface CheckDescription {
  /** The name users type: `model_refusal`. Stable for ever. */
  readonly name: string;
  /** Another one when the same datapoint may get another verdict: a count, or a hash of the definition. */
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
  /** What a failed verdict is: unwanted behaviour, or an error of the call. */
  readonly finds: IssueKind;
  readonly tier: 1 | 2 | 3;
  /** Where the idea or the rule comes from. */
  readonly source: string;
}

/** A check that is code: one pure function of a datapoint, its expectation and its options. */
export interface CodeCheck<Options extends z.ZodType = z.ZodType> extends CheckDescription {
  readonly kind: "code";
  readonly options: Options;
  /** Pure: no clock, no randomness, no I/O. It may throw; the engine turns that into `broken`. */
  evaluate(subject: Subject, options: z.output<Options>): Outcome;
}

/** Types a check entry; the options' type flows into `evaluate`. */
export function defineCheck<Options extends z.ZodType>(check: Omit<CodeCheck<Options>, "kind">): CodeCheck<Options> {
  return { ...check, kind: "code" };
}

/**
 * A check that takes longer than the line can wait: a judge, or code that runs in the sandbox. Station 5 says at once
 * where it does not apply, and leaves the rest to a durable job.
 */
export interface SlowCheck extends CheckDescription {
  readonly options: z.ZodType;
  readonly executor: ExecutorKind;
  /** Checks of one datapoint with the same group are run together. */
  readonly group: string;
  /** Says from the datapoint alone why it need not run, or undefined. `code` evaluates a check of the library. Pure. */
  readonly gate?: (subject: Subject, code: EvaluateCode) => string | undefined;
}

/** What a code check of the library says of a subject, with its default options. */
export type EvaluateCode = (check: string, subject: Subject) => Outcome;

/** The slow checks of a project by name: built-in ones and its own. */
export type FindSlowCheck = (project: ProjectId, name: string) => SlowCheck | undefined;
