import { hash } from "node:crypto";
import type { ClassificationMetrics } from "../checks/metrics/classification.ts";
import type { ConversationMetrics } from "../checks/metrics/conversations.ts";
import type { InvarianceMetrics, Likeness } from "../checks/metrics/invariance.ts";
import type { RetrievalAtK } from "../checks/metrics/retrieval.ts";
import type { TrajectoryMetrics } from "../checks/metrics/trajectories.ts";
import type { CallFacts } from "../datapoints/assembly/call-facts.ts";
import type { Json } from "../datapoints/datapoint.ts";
import type { Conversation, ConversationTurn } from "../datapoints/traces/conversation.ts";
import {
  type DatapointId,
  datapointId,
  type ModelId,
  type ProjectId,
  type ScenarioSetId,
  type TestRunId,
} from "../platform/ids.ts";
import type { BroughtVerdict, RunCheck } from "./run-check.ts";
import type { Simulation } from "./simulation.ts";

export const testRunTypes = [
  "NL_GENERATION",
  "MULTI_CLASS_CLASSIFICATION",
  "INFORMATION_RETRIEVAL",
  "MULTI_TURN",
  "AGENT_EVAL",
  "INVARIANT",
] as const;
export type TestRunType = (typeof testRunTypes)[number];

/** waiting for results → evaluating what came → finished; failed and cancelled end it early. */
export const testRunStates = ["running", "evaluating", "finished", "failed", "cancelled"] as const;
export type TestRunState = (typeof testRunStates)[number];

/** Who makes the next step of a try: an SDK that takes it, or the service. */
export type StepOf = "caller" | "service";

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
  /** Of an INVARIANT. */
  readonly likeness?: Likeness;
  /** Of a MULTI_TURN. */
  readonly simulation?: Simulation;
  /** Calls that the service makes at one time. */
  readonly concurrency: number;
  /** The service makes steps of its tries; otherwise an SDK makes them all. */
  readonly isServed: boolean;
  readonly state: TestRunState;
  /** Why it failed. */
  readonly failure?: string;
  /** Once finished. */
  readonly metrics?: RunMetrics;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
  /** That was tried, where a build started it: hexadecimal. */
  readonly commit?: string;
  /** Page of the build that started it. */
  readonly ciUrl?: string;
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
  /** Of rows with an answer; absent in runs from before it was counted. */
  readonly p95DurationMs?: number;
  readonly costUsd?: number;
  readonly checks: readonly CheckSummary[];
  readonly classification?: ClassificationMetrics;
  readonly retrieval?: readonly RetrievalAtK[];
  readonly trajectories?: TrajectoryMetrics;
  readonly invariance?: InvarianceMetrics;
  readonly conversations?: ConversationMetrics;
}

export type RunRowState = "waiting" | "leased" | "done";

/** One try of one row. */
export interface RunRow {
  readonly rowId: string;
  /** From 1. */
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  /** The row that it was generated from. */
  readonly seedId?: string;
  readonly state: RunRowState;
  /** Of a MULTI_TURN try that has begun. */
  readonly conversation?: Conversation;
  readonly result?: RowResult;
}

export type RunProgress = Readonly<Record<RunRowState, number>>;

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
  readonly call?: CallFacts;
  /** Of a conversation, in their order. The last one's answer is the prediction. */
  readonly turns?: readonly ConversationTurn[];
  /** Trace that an application behind HTTP was told to continue. */
  readonly targetTrace?: ConversationTurn["targetTrace"];
  /** Why a conversation ended. */
  readonly ended?: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * Trace and span that a try is recorded under: known before it is made, so that a repeated report changes nothing. Turns
 * of a conversation before the last one are named by their number, from 1.
 */
export function runSpan(run: TestRunId, rowId: string, repeat: number, turn?: number) {
  const name = hash("sha256", ["test run", run, rowId, `${repeat}`].join("\n"), "hex");
  const traceId = name.slice(0, 32);
  if (turn === undefined) return { traceId, spanId: name.slice(32, 48) };
  return { traceId, spanId: hash("sha256", `${name} turn ${turn}`, "hex").slice(0, 16) };
}

export function runDatapoint(project: ProjectId, run: TestRunId, rowId: string, repeat: number): DatapointId {
  const { traceId, spanId } = runSpan(run, rowId, repeat);
  return datapointId(project, traceId, spanId);
}

/** Every datapoint that a try may have brought: its own, and of a conversation one for each turn before the last. */
export function tryDatapoints(
  project: ProjectId,
  { run, rowId, repeat, turns }: { run: TestRunId; rowId: string; repeat: number; turns: number },
): readonly DatapointId[] {
  const earlier = Array.from({ length: turns }, (_, index) => {
    const { traceId, spanId } = runSpan(run, rowId, repeat, index + 1);
    return datapointId(project, traceId, spanId);
  });
  return [runDatapoint(project, run, rowId, repeat), ...earlier];
}
