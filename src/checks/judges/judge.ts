import type { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { SlowCheck } from "../check.ts";
import type { CustomOutput } from "../custom/custom-check.ts";

export type JudgeOptions = Readonly<Record<string, unknown>>;

/** Fields of a datapoint that a judge may see, each in a separate block. */
export const judgeFields = [
  "system",
  "conversation",
  "input",
  "output",
  "tool_calls",
  "tools",
  "context",
  "expected",
  "baseline",
  "metadata",
] as const;
export type JudgeField = (typeof judgeFields)[number];

/**
 * The kind of answer a judge gives, and how code turns it into a value. The model never gives a number that
 * code can count.
 */
export type JudgeAnswer =
  /** `passesWhen`: the answer that passes. */
  | { readonly kind: "yes_no"; readonly passesWhen: boolean }
  /** Levels with their meanings; passes from the option `threshold` on. */
  | { readonly kind: "levels"; readonly levels: Readonly<Record<number, string>> }
  /** A list of labeled findings. `score` counts the labels; undefined means that there is nothing to count. */
  | {
      readonly kind: "items";
      /** Plural name of the items: "claims of the answer". */
      readonly items: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly score: (labels: readonly string[], options: JudgeOptions) => number | undefined;
      /** A label that counts only with a quote found in this block; without one it counts as `otherwise`. */
      readonly quoted?: { readonly label: string; readonly from: JudgeField; readonly otherwise: string };
    }
  | {
      readonly kind: "classes";
      readonly classes: Readonly<Record<string, { readonly means: string; readonly score: number }>>;
    }
  /** A value under the rule of a custom check. */
  | { readonly kind: "custom"; readonly output: CustomOutput }
  /** No question: answer and reference are compared by their embedding vectors. */
  | { readonly kind: "embedding" }
  /** Two calls with the two answers swapped. */
  | { readonly kind: "pairwise" };

/**
 * A judge check as data: everything that distinguishes one from another. A hash of it is the check's version,
 * so renaming a member changes every version.
 */
export interface Rubric {
  /**
   * What the judge decides, in one paragraph shown to the model and to people; `{max}` is the option of that
   * name.
   */
  readonly criterion: string;
  readonly answer: JudgeAnswer;
  readonly fields: readonly JudgeField[];
  /** The condition under which the check applies, where the judge has to decide that. */
  readonly appliesWhen?: string;
  /** Text options set by the user (a policy, a tone), with descriptions; without them the check is skipped. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Options with a few values, the first of which is the default: what each adds to the criterion. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The option that holds the number of repeated calls; the mean of the answers counts. */
  readonly askedTimes?: string;
  /** A call before the main one: the model works on these fields first, without seeing the rest. */
  readonly firstStep?: { readonly fields: readonly JudgeField[]; readonly ask: string; readonly shownAs: string };
}

export interface JudgeCheck<Options extends z.ZodType = z.ZodType> extends SlowCheck {
  readonly kind: "judge";
  readonly executor: "judge";
  readonly options: Options;
  readonly rubric: Rubric;
  readonly pack?: string;
}

/** Returns whether an asynchronous check is decided by a model. */
export const isJudgeCheck = (check: SlowCheck | undefined): check is JudgeCheck =>
  check?.kind === "judge" && "rubric" in check;

/** API formats of judge endpoints. */
export const judgeKinds = ["openai", "anthropic", "gemini"] as const;
export type JudgeKind = (typeof judgeKinds)[number];

/**
 * `schema`: the endpoint enforces a JSON schema; `json`: it enforces any JSON object; `text`: the prompt
 * requests JSON.
 */
export const structuredOutputs = ["schema", "json", "text"] as const;

/** A judge model of a project. Its key is stored separately and never shown. */
export interface JudgeModel {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly kind: JudgeKind;
  readonly baseUrl: string;
  readonly model: string;
  readonly structuredOutput: (typeof structuredOutputs)[number];
  /** Sent with every call; absent if the model does not accept one. */
  readonly temperature?: number;
  /** Maximum tokens of a request, without the response; longer texts are cut in the middle. */
  readonly contextTokens: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly requestsPerMinute: number;
  /** Limits per day (UTC); over them its checks are skipped, with the reason. */
  readonly dailyUsd: number;
  readonly dailyCalls: number;
  /** Whether checks of one pack share a call. Off until compared with single calls. */
  readonly packs: boolean;
  /** US dollars per million tokens, for models that the price list lacks. */
  readonly price?: { readonly input: number; readonly output: number };
  /** Whether monitors use this judge. */
  readonly isActive: boolean;
  /** Increments with every change. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Spending of one day so far. */
export interface JudgeSpend {
  readonly usd: number;
  readonly calls: number;
  /** Number of checks skipped because of a limit. */
  readonly skipped: number;
}

/** Returns the UTC day of a timestamp: 2026-06-01. */
export const dayOf = (unixMs: number): string => new Date(unixMs).toISOString().slice(0, 10);

/** One check for a judge to evaluate, with its options. */
export interface JudgeRequest {
  readonly check: JudgeCheck;
  readonly options: Readonly<Record<string, Json>>;
}
