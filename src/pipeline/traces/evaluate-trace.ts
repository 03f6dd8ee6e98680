import { broughtVerdicts, type Check, type CheckDescription, type EvaluationJobs } from "../../checks/index.ts";
import {
  type Datapoint,
  type EvaluationContext,
  isJudgesOwn,
  type RunContext,
  runContextOf,
} from "../../datapoints/index.ts";
import { findingsOf } from "../../issues/index.ts";
import type { EarlierVerdicts, MonitorMatch, ProjectMonitors } from "../../monitors/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Judged } from "../ports/processed-trace.ts";

interface EvaluateDatapointDependencies {
  readonly monitors: Pick<ProjectMonitors, "of">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly checks: ReadonlyMap<string, CheckDescription>;
  /** Finds a check of a project that runs in the pipeline. */
  readonly findOwn?: (project: ProjectId, name: string) => CheckDescription | undefined;
  readonly check: Check;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  readonly orderJobs: EvaluationJobs;
  /** Called before each step that reads the datapoint's texts; checks name their own. */
  readonly onStep?: (step: string) => void;
}

/**
 * Matches a project's monitors to a datapoint, evaluates its checks, and returns the asynchronous ones as
 * jobs. An attempt of a test run brings its own checks; no monitor requested them, so they open no issue.
 */
export function createEvaluateTrace(dependencies: EvaluateDatapointDependencies) {
  const { monitors, now, checks, check, isSlow, orderJobs } = dependencies;
  const { findOwn = () => undefined, onStep = () => undefined } = dependencies;

  return (datapoint: Datapoint, traceContext?: EvaluationContext, before?: EarlierVerdicts): Judged => {
    onStep("match monitors");
    const run = runContextOf(datapoint);
    const { select, byId } = monitors.of(datapoint.projectId);
    const { monitorIds, requests, slowRequests } = run
      ? ofRun(datapoint, run)
      : isJudgesOwn(datapoint)
        ? nothing
        : select(datapoint, before, traceContext?.spans);
    const brought = run ? broughtVerdicts(datapoint, run, now()) : [];
    const verdicts = [...check(datapoint, requests, { traceContext }), ...brought];
    onStep("derive findings");
    const known = { get: (name: string) => checks.get(name) ?? findOwn(datapoint.projectId, name) };
    const findings = findingsOf(datapoint, verdicts, { checks: known, monitors: byId });
    if (slowRequests.length === 0) return { datapoint, monitorIds, verdicts, findings };
    onStep("order evaluation jobs");
    const ordered = orderJobs(datapoint, slowRequests);
    return { datapoint, monitorIds, verdicts: [...verdicts, ...ordered.verdicts], findings, slow: ordered.slow };
  };

  function ofRun(datapoint: Datapoint, { checks: ofTheRun }: RunContext): MonitorMatch {
    const requested = ofTheRun.flatMap(({ check: name, options, local }) =>
      local ? [] : [{ check: name, options, monitorIds: [] }],
    );
    const slow = requested.filter(({ check: name }) => isSlow(datapoint.projectId, name));
    return { monitorIds: [], requests: requested.filter((each) => !slow.includes(each)), slowRequests: slow };
  }
}

const nothing: MonitorMatch = { monitorIds: [], requests: [], slowRequests: [] };
