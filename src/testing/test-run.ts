import { hash } from "node:crypto";
import type {
  ClassificationMetrics,
  ConversationMetrics,
  InvarianceMetrics,
  RetrievalAtK,
  SimilarityLevel,
  TrajectoryMetrics,
} from "../checks/index.ts";
import type {
  BroughtVerdict,
  CallFacts,
  Conversation,
  ConversationTurn,
  RunCheck,
  Simulation,
} from "../datapoints/index.ts";
import {
  type DatapointId,
  datapointId,
  type ModelId,
  type ProjectId,
  type ScenarioSetId,
  type TestRunId,
} from "../platform/ids.ts";
import type { Json } from "../platform/json/json.ts";

export const testRunTypes = [
  "NL_GENERATION",
  "MULTI_CLASS_CLASSIFICATION",
  "INFORMATION_RETRIEVAL",
  "MULTI_TURN",
  "AGENT_EVAL",
  "INVARIANT",
] as const;
export type TestRunType = (typeof testRunTypes)[number];

/** waiting for results → evaluating → finished; failed and cancelled end it early. */
export const testRunStates = ["running", "evaluating", "finished", "failed", "cancelled"] as const;
export type TestRunState = (typeof testRunStates)[number];

/** Who makes the next step of an attempt: an SDK that leases it, or the service. */
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
  /** Attempts per row. */
  readonly repeats: number;
  /** Cutoffs k of retrieval metrics. */
  readonly atK: readonly number[];
  /** The run whose answers it re-evaluates, without calling the model. */
  readonly reevaluates?: TestRunId;
  readonly similarity?: SimilarityLevel;
  readonly simulation?: Simulation;
  /** Maximum concurrent calls of the service. */
  readonly concurrency: number;
  /** Whether the service makes steps of its attempts; otherwise an SDK makes them all. */
  readonly isServed: boolean;
  readonly state: TestRunState;
  readonly failure?: string;
  readonly metrics?: RunMetrics;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly endedAt?: number;
  /** Commit under test, hexadecimal, if a build started the run. */
  readonly commit?: string;
  /** URL of the build that started it. */
  readonly ciUrl?: string;
}

/** Over all rows with a verdict of the check. Skipped and broken ones are counted, never averaged. */
export interface CheckSummary {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
  /** Mean of the values, booleans as 0 and 1; absent if there are none. */
  readonly mean?: number;
  /** Whether the values are numbers; absent in runs from before it was recorded, and without values. */
  readonly isScore?: boolean;
  /** Of the skipped: for lack of a judge, its budget or an expected result; absent in runs from before it was counted. */
  readonly lacking?: number;
  /** Why there was no verdict, the most frequent reasons first. */
  readonly withoutVerdict?: readonly MissingVerdict[];
}

interface MissingVerdict {
  readonly state: "skipped" | "broken";
  readonly reason: string;
  readonly rows: number;
}

export interface RunMetrics {
  readonly rows: number;
  /** Rows whose model call failed. */
  readonly errors: number;
  /** Beginning of the first of these errors. */
  readonly firstError?: string;
  /** Rows without an expected result; absent if there are none. */
  readonly withoutExpected?: number;
  readonly meanDurationMs?: number;
  /** Over rows with an answer; absent in runs from before it was measured. */
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

/** One attempt at one row. */
export interface RunRow {
  readonly rowId: string;
  /** From 1. */
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  readonly seedId?: string;
  readonly state: RunRowState;
  /** Of a MULTI_TURN attempt that has started. */
  readonly conversation?: Conversation;
  readonly result?: RowResult;
}

export type RunProgress = Readonly<Record<RunRowState, number>>;

/** The model's result for a row. */
export interface RowResult {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. Absent if the call failed. */
  readonly prediction?: Json;
  /** The actual input of the model, if it differs from the row's input. */
  readonly modelInput?: Json;
  readonly metadata?: Json;
  readonly error?: string;
  /** Verdicts of the caller's local checks on the answer. */
  readonly verdicts?: readonly BroughtVerdict[];
  readonly call?: CallFacts;
  /** Turns of a conversation, in order. The last one's answer is the prediction. */
  readonly turns?: readonly ConversationTurn[];
  /** Trace that an application behind HTTP continues. */
  readonly targetTrace?: ConversationTurn["targetTrace"];
  /** Why a conversation ended. */
  readonly ended?: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * Returns the trace and span ids of an attempt, known in advance so that repeated reports are idempotent.
 * Earlier turns of a conversation are identified by their number, from 1.
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

/** Returns all datapoint ids of an attempt: its own and, for a conversation, one per earlier turn. */
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
