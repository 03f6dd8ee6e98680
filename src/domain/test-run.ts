import { hash } from "node:crypto";
import type { Json, Usage } from "./datapoint.ts";
import {
  type DatapointId,
  datapointId,
  type ModelId,
  type ProjectId,
  type ScenarioSetId,
  type TestRunId,
} from "./ids.ts";
import type { ClassificationMetrics } from "./metrics/classification.ts";
import type { RetrievalAtK } from "./metrics/retrieval.ts";

export const testRunTypes = ["NL_GENERATION", "MULTI_CLASS_CLASSIFICATION", "INFORMATION_RETRIEVAL"] as const;
export type TestRunType = (typeof testRunTypes)[number];

/** waiting for results → evaluating what came → finished; failed and cancelled end it early. */
export const testRunStates = ["running", "evaluating", "finished", "failed", "cancelled"] as const;
export type TestRunState = (typeof testRunStates)[number];

export interface RunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results. */
  readonly local?: { readonly version: number };
}

/** A scenario set × a model × checks. */
export interface TestRun {
  readonly id: TestRunId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly type: TestRunType;
  readonly scenarioSetId: ScenarioSetId;
  readonly scenarioVersion: number;
  readonly modelId: ModelId;
  readonly modelVersion: number;
  readonly checks: readonly RunCheck[];
  readonly tags: readonly string[];
  readonly calculateMetrics: boolean;
  /** How often each row is tried. */
  readonly repeats: number;
  /** Places at which a retrieval is measured. */
  readonly atK: readonly number[];
  /** The run whose answers it judges anew, without calling the model. */
  readonly reevaluates?: TestRunId;
  readonly state: TestRunState;
  /** Why it failed. */
  readonly failure?: string;
  /** Once finished. */
  readonly metrics?: RunMetrics;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
}

/** Over all rows that have a verdict of the check. Skipped and broken ones are counted, never averaged. */
export interface CheckSummary {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
  /** Mean of the values, booleans as 0 and 1; absent without any. */
  readonly mean?: number;
}

export interface RunMetrics {
  readonly rows: number;
  /** Rows whose model call failed. */
  readonly errors: number;
  readonly meanDurationMs?: number;
  readonly costUsd?: number;
  readonly checks: readonly CheckSummary[];
  readonly classification?: ClassificationMetrics;
  readonly retrieval?: readonly RetrievalAtK[];
}

/** What a check of the caller's own says of an answer, decided by the caller. */
export type BroughtVerdict = { readonly check: string } & (
  | {
      readonly state: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      /** Passages of the call that show it, word by word. */
      readonly evidence: readonly string[];
    }
  | { readonly state: "skipped" | "broken"; readonly because: string }
);

export type RunRowState = "waiting" | "leased" | "done";

/** One try of one row. */
export interface RunRow {
  readonly rowId: string;
  /** From 1. */
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  readonly state: RunRowState;
  readonly result?: RowResult;
}

/** What the model made of a row. */
export interface RowResult {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. Absent when the call failed. */
  readonly prediction?: Json;
  /** What the model was really asked, where that differs from the row's input. */
  readonly modelInput?: Json;
  readonly metadata?: Json;
  readonly error?: string;
  /** What the caller's own checks say of the answer. */
  readonly verdicts?: readonly BroughtVerdict[];
  /** What the provider's model that answered said of itself. */
  readonly call?: {
    readonly provider?: string;
    readonly requestModel?: string;
    readonly responseModel?: string;
    readonly usage?: Usage;
  };
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Trace and span that a try is recorded under: known before it is made, so that a repeated report changes nothing. */
export function runSpan(run: TestRunId, rowId: string, repeat: number): { traceId: string; spanId: string } {
  const name = hash("sha256", ["test run", run, rowId, `${repeat}`].join("\n"), "hex");
  return { traceId: name.slice(0, 32), spanId: name.slice(32, 48) };
}

export function runDatapoint(project: ProjectId, run: TestRunId, rowId: string, repeat: number): DatapointId {
  const { traceId, spanId } = runSpan(run, rowId, repeat);
  return datapointId(project, traceId, spanId);
}
