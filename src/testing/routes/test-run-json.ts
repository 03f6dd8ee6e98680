import type { z } from "zod";
import { classifyError, type Simulation } from "../../datapoints/index.ts";
import { verdictJson } from "../../datapoints/service.ts";
import { nearest } from "../../platform/nearest.ts";
import { appLinks, isoTime, refusal } from "../../server/service.ts";
import type { NewTestRun } from "../contract/test-run.ts";
import { conclusionOf } from "../runs/conclusion.ts";
import type { JudgedRow } from "../runs/run-metrics.ts";
import type { RowResult, RunProgress, TestRun } from "../test-run.ts";

/** Returns a run as JSON of the API. */
export function testRunJson(
  { projectId, scenarioSetId, createdAt, endedAt, checks, ...run }: TestRun,
  progress: RunProgress,
  baseUrl: string,
) {
  const conclusion = conclusionOf({ ...run, checks });
  return {
    ...run,
    checks: checks.map(({ check, options, local }) => ({ check, options, ...(local ? { local } : {}) })),
    allowSkipped: checks.flatMap(({ check, allowSkipped }) => (allowSkipped ? [check] : [])),
    ...(conclusion ? { conclusion } : {}),
    scenarioId: scenarioSetId,
    progress,
    createdAt: isoTime(createdAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    appLink: appLinks(baseUrl, projectId).testRun(run.id),
  };
}

/** Returns an attempt with its result as JSON of the API. */
export function tryJson(run: TestRun, row: JudgedRow) {
  const { rowId, repeat, input, expected, state, seedId, result, datapointId, judged } = row;
  return {
    rowId,
    repeat,
    input,
    expected,
    state,
    ...given({ prediction: result?.prediction, error: result?.error, durationMs: result?.durationMs }),
    ...given({ errorType: result && errorTypeOf(result), attempts: result?.call?.attempts }),
    ...given({ costUsd: costOf(row), seedId, ended: result?.ended }),
    datapointId,
    verdicts: (judged?.verdicts ?? []).map(verdictJson),
    ...(run.simulation ? conversationJson(row) : {}),
  };
}

/** Returns the checks of a request, marking those that may be skipped. Refuses names that are not among them. */
export function requestedChecks(checks: TestRun["checks"], allowSkipped: readonly string[]): TestRun["checks"] {
  const names = checks.map(({ check }) => check);
  const index = allowSkipped.findIndex((name) => !names.includes(name));
  if (index !== -1) {
    const meant = nearest(allowSkipped[index] ?? "", names);
    const hint = meant === undefined ? "" : `: did you mean ${meant}?`;
    throw refusal("invalid-request", `the run has no check ${allowSkipped[index]}${hint}`, `allowSkipped.${index}`);
  }
  return checks.map((check) => (allowSkipped.includes(check.check) ? { ...check, allowSkipped: true } : check));
}

/** Removes keys with undefined values. */
export function given(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Returns the simulation of a request; required for MULTI_TURN runs and refused for others. */
export function requestedSimulation({ type, simulation }: z.output<typeof NewTestRun>): Simulation | undefined {
  if (type === "MULTI_TURN" && !simulation)
    throw refusal("invalid-request", "a MULTI_TURN run needs one: at least {driver: {}}", "simulation");
  if (type !== "MULTI_TURN" && simulation)
    throw refusal("invalid-request", "belongs to the type MULTI_TURN alone", "simulation");
  return simulation as Simulation | undefined;
}

function errorTypeOf({ error, call }: RowResult) {
  if (error === undefined) return undefined;
  return classifyError({ message: error, ...call?.failure }, call?.provider).type;
}

function costOf({ judged, turns = [] }: JudgedRow): number | undefined {
  const costs = [judged, ...turns.map((turn) => turn.judged)].flatMap((one) => one?.costUsd ?? []);
  return costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0);
}

function conversationJson({ conversation, result, datapointId, judged, turns: earlier = [] }: JudgedRow) {
  const turns = (result?.turns ?? []).map(({ durationMs, targetTrace }, index) => {
    const own = earlier[index] ?? { datapointId, judged };
    return {
      turn: index + 1,
      datapointId: own.datapointId,
      durationMs,
      ...given({ targetTraceId: targetTrace?.traceId }),
      verdicts: (own.judged?.verdicts ?? []).map(verdictJson),
    };
  });
  return { conversation: conversation?.messages ?? [], turns };
}
