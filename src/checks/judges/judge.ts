import type { z } from "zod";
import type { Json } from "../../datapoints/datapoint.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { SlowCheck } from "../check.ts";
import type { CustomOutput } from "../custom/custom-check.ts";

/** Options of a judge check, defaults filled in. */
export type JudgeOptions = Readonly<Record<string, unknown>>;

/** What a judge may be shown of a datapoint, each in a block of its own. */
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

/** What a judge is asked for, and how code turns that into a value. The model never gives a number that code can count. */
export type JudgeAnswer =
  /** `passesWhen`: which of the two answers passes. */
  | { readonly kind: "yes_no"; readonly passesWhen: boolean }
  /** A level with what it means; passes from the option `threshold` on. */
  | { readonly kind: "levels"; readonly levels: Readonly<Record<number, string>> }
  /** A list of what the judge finds, each with a label; `score` counts the labels, undefined: there is nothing to count. */
  | {
      readonly kind: "items";
      /** What the items are, in the plural: "claims of the answer". */
      readonly items: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly score: (labels: readonly string[], options: JudgeOptions) => number | undefined;
      /** A label that counts only with a quote that is found in this block; without one it counts as `otherwise`. */
      readonly quoted?: { readonly label: string; readonly from: JudgeField; readonly otherwise: string };
    }
  /** One of several classes, each worth a score. */
  | {
      readonly kind: "classes";
      readonly classes: Readonly<Record<string, { readonly means: string; readonly score: number }>>;
    }
  /** A value under the rule of a check that a project wrote. */
  | { readonly kind: "custom"; readonly output: CustomOutput }
  /** Not asked: answer and reference are compared by the vectors that an embeddings model gives of them. */
  | { readonly kind: "embedding" }
  /** Asked twice with the two answers swapped. */
  | { readonly kind: "pairwise" };

/** A judge check as data: the whole of what makes one different from another. */
export interface Rubric {
  /** What the judge decides, in one paragraph that is said to model and people alike; `{max}` is the option of that name. */
  readonly criterion: string;
  readonly answer: JudgeAnswer;
  readonly fields: readonly JudgeField[];
  /** When the check says something at all, where that is for the judge to see. */
  readonly appliesWhen?: string;
  /** Options that are texts of the user's (a policy, a tone), with what they are; without them the check is skipped. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Options with a few values, the first of which is the usual one: what each adds to the criterion. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The option that says how often the question is put; the mean of the answers counts. */
  readonly askedTimes?: string;
  /** Shown to the model before the blocks: it works on this first, without seeing the rest. */
  readonly firstStep?: { readonly fields: readonly JudgeField[]; readonly ask: string; readonly shownAs: string };
}

/** A check that a model decides. */
export interface JudgeCheck<Options extends z.ZodType = z.ZodType> extends SlowCheck {
  readonly kind: "judge";
  readonly executor: "judge";
  readonly options: Options;
  readonly rubric: Rubric;
  /** Checks of one pack may share a call. */
  readonly pack?: string;
}

/** A slow check of the library that a model decides. */
export const isJudgeCheck = (check: SlowCheck | undefined): check is JudgeCheck =>
  check?.kind === "judge" && "rubric" in check;

/** How an endpoint is spoken to. */
export const judgeKinds = ["openai", "anthropic", "gemini"] as const;
export type JudgeKind = (typeof judgeKinds)[number];

/** `schema`: the endpoint enforces a JSON schema; `json`: it answers some JSON object; `text`: it is only asked to. */
export const structuredOutputs = ["schema", "json", "text"] as const;

/** A model that judges for a project. Its key is kept apart and never shown. */
export interface JudgeModel {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly kind: JudgeKind;
  /** Up to and including the version segment, without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly structuredOutput: (typeof structuredOutputs)[number];
  /** Sent with every call; absent: the model takes none. */
  readonly temperature?: number;
  /** Tokens that a request may have, answer excluded; longer texts are cut in the middle. */
  readonly contextTokens: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly requestsPerMinute: number;
  /** Ceilings of one day (UTC); over them its checks are skipped, with the reason. */
  readonly dailyUsd: number;
  readonly dailyCalls: number;
  /** Checks of one pack share a call. Off until it was compared with single calls. */
  readonly packs: boolean;
  /** US dollars per million tokens, where the list of prices does not know the model. */
  readonly price?: { readonly input: number; readonly output: number };
  /** The one that monitors use. */
  readonly isActive: boolean;
  /** Counts up with every change. */
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a day has cost so far. */
export interface JudgeSpend {
  readonly usd: number;
  readonly calls: number;
  /** Checks that were skipped because a ceiling was reached. */
  readonly skipped: number;
}

/** The day a moment belongs to, in UTC: 2026-06-01. */
export const dayOf = (unixMs: number): string => new Date(unixMs).toISOString().slice(0, 10);

/** The host that a key is bound to: with another one it does not open. */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).host.toLowerCase();

/** What is asked of a judge for one check. */
export interface JudgeAsk {
  readonly check: JudgeCheck;
  readonly options: Readonly<Record<string, Json>>;
}
