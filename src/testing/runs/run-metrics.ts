import type { VariedAnswer } from "../../checks/index.ts";
import {
  classificationMetrics,
  conversationMetrics,
  expectedCalls,
  invarianceMetrics,
  isLacking,
  madeCalls,
  retrievalMetrics,
  trajectoryMetrics,
} from "../../checks/service.ts";
import type { Verdict } from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { DatapointId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { member } from "../../platform/json/json.ts";
import type { JudgedTry } from "../ports/run-reader.ts";
import type { CheckSummary, RunMetrics, RunRow, TestRun } from "../test-run.ts";

/** An attempt with its verdicts. */
export interface JudgedRow extends RunRow {
  readonly datapointId: DatapointId;
  readonly judged?: JudgedTry;
  /** Answers of the target before the last one, which is the attempt's own datapoint. */
  readonly turns?: readonly { readonly datapointId: DatapointId; readonly judged?: JudgedTry }[];
}

const errorCharacters = 300;
const reasonsAtMost = 5;

/** Computes the metrics of a run. */
export function runMetrics(
  run: Pick<TestRun, "type" | "checks" | "atK" | "similarity" | "calculateMetrics">,
  rows: readonly JudgedRow[],
): RunMetrics {
  const durations = rows.flatMap(({ result }) => (result && result.error === undefined ? [result.durationMs] : []));
  const judgements = rows.flatMap(({ judged, turns = [] }) => [judged, ...turns.map((turn) => turn.judged)]);
  const costs = judgements.flatMap((judged) => judged?.costUsd ?? []);
  const duration = mean(durations);
  const errors = rows.flatMap(({ result }) => result?.error ?? []);
  const withoutExpected = rows.filter(({ expected }) => expected === null).length;
  const slow = durations.toSorted((left, right) => left - right)[Math.ceil(durations.length * 0.95) - 1];
  return {
    rows: rows.length,
    errors: errors.length,
    ...(errors[0] === undefined ? {} : { firstError: errors[0].split("\n", 1)[0]?.slice(0, errorCharacters) ?? "" }),
    ...(withoutExpected === 0 ? {} : { withoutExpected }),
    ...(duration === undefined ? {} : { meanDurationMs: duration }),
    ...(slow === undefined ? {} : { p95DurationMs: slow }),
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
    checks: run.checks.map(({ check }) =>
      summaryOf(
        check,
        judgements.flatMap((judged) => judged?.verdicts ?? []),
      ),
    ),
    ...(run.calculateMetrics ? typeMetrics(run, rows) : {}),
  };
}

function typeMetrics(
  { type, atK, similarity = "normalized" }: Pick<TestRun, "type" | "atK" | "similarity">,
  rows: readonly JudgedRow[],
): Partial<RunMetrics> {
  switch (type) {
    case "NL_GENERATION":
      return {};
    case "MULTI_CLASS_CLASSIFICATION":
      return {
        classification: classificationMetrics(
          rows.map(({ expected, result }) => ({
            expected: labelOf(expected) ?? "",
            actual: result?.prediction === undefined ? undefined : labelOf(result.prediction),
          })),
        ),
      };
    case "INFORMATION_RETRIEVAL":
      return {
        retrieval: retrievalMetrics(
          rows.map(({ expected, result }) => ({ relevant: idsOf(expected), ranked: idsOf(result?.prediction) })),
          atK,
        ),
      };
    case "MULTI_TURN":
      return {
        conversations: conversationMetrics(
          rows.flatMap(({ result }) =>
            result?.turns ? [{ turns: result.turns.length, ended: result.ended ?? "failed" }] : [],
          ),
        ),
      };
    case "AGENT_EVAL":
      return {
        trajectories: trajectoryMetrics(
          rows.flatMap(({ expected, result }) => {
            const calls = expectedCalls(expected);
            return calls ? [{ expected: calls, made: madeCalls(result?.prediction) }] : [];
          }),
        ),
      };
    case "INVARIANT":
      return { invariance: invarianceMetrics(rows.map(variedAnswer), similarity) };
    default:
      return unreachable(type);
  }
}

function variedAnswer({ rowId, repeat, seedId, result }: JudgedRow): VariedAnswer {
  const answer = result?.prediction;
  return {
    rowId,
    repeat,
    ...(seedId === undefined ? {} : { seedId }),
    ...(answer === undefined ? {} : { answer }),
  };
}

function summaryOf(check: string, verdicts: readonly Verdict[]): CheckSummary {
  const own = verdicts.filter((verdict) => verdict.check === check);
  // If a check changed during the run, only the newest version counts: versions are never averaged.
  const version = Math.max(0, ...own.map((verdict) => verdict.version));
  const ofNewestVersion = own.filter((verdict) => verdict.version === version);
  const count = (state: Verdict["state"]) => ofNewestVersion.filter((verdict) => verdict.state === state).length;
  const missing = ofNewestVersion.filter(({ state }) => state === "skipped" || state === "broken");
  const lacking = missing.filter(({ state, reason = "" }) => state === "skipped" && isLacking(reason)).length;
  const values = ofNewestVersion.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const average = mean(values.map(Number));
  return {
    check,
    version,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    broken: count("broken"),
    ...(average === undefined ? {} : { mean: average, isScore: values.some((value) => typeof value === "number") }),
    lacking,
    ...(missing.length === 0 ? {} : { withoutVerdict: reasonsOf(missing) }),
  };
}

/** Counts verdicts that are missing for the same reason. */
function reasonsOf(missing: readonly Verdict[]): NonNullable<CheckSummary["withoutVerdict"]> {
  const counts = new Map<string, NonNullable<CheckSummary["withoutVerdict"]>[number]>();
  for (const { state, reason = "the reason is not known" } of missing) {
    const key = `${state} ${reason}`;
    const rows = (counts.get(key)?.rows ?? 0) + 1;
    counts.set(key, {
      state: state === "broken" ? "broken" : "skipped",
      reason: reason.slice(0, errorCharacters),
      rows,
    });
  }
  return [...counts.values()].toSorted((left, right) => right.rows - left.rows).slice(0, reasonsAtMost);
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function labelOf(value: Json): string | undefined {
  if (value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns ids from a list of ids, a list of objects with an id, or a single id. */
function idsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  const list: readonly Json[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    const id = member(each, "id") ?? each;
    return typeof id === "string" || typeof id === "number" ? [`${id}`] : [];
  });
}
