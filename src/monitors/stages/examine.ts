import type { CheckDescription } from "../../checks/check.ts";
import type { Check } from "../../checks/stages/check.ts";
import type { OrderJobs } from "../../checks/stages/order-jobs.ts";
import { broughtVerdicts } from "../../checks/verdicts/brought-verdict.ts";
import { isJudgesOwn } from "../../datapoints/assembly/own-call.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { Around } from "../../datapoints/traces/around.ts";
import { findingsOf } from "../../issues/findings.ts";
import type { Judged } from "../../pipeline/ports/kept.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { type RunContext, runContextOf } from "../../testing/run-context.ts";
import type { ProjectMonitors } from "./project-monitors.ts";
import type { SaidBefore, Selected } from "./select.ts";

interface Needs {
  readonly monitors: Pick<ProjectMonitors, "of">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly checks: ReadonlyMap<string, CheckDescription>;
  readonly check: Check;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  readonly orderJobs: OrderJobs;
}

/**
 * Stations 4 and 5: what the monitors of a project say of a datapoint at once, and what they leave to jobs. A try of
 * a test run brings its own checks; no monitor asked for them, so that what they find raises nothing.
 */
export function createExamine(needs: Needs) {
  const { monitors, now, checks, check, isSlow, orderJobs } = needs;

  return (datapoint: Datapoint, around?: Around, before?: SaidBefore): Judged => {
    const run = runContextOf(datapoint);
    const { select, byId } = monitors.of(datapoint.projectId);
    const { monitorIds, requests, slowRequests } = run
      ? ofRun(datapoint, run)
      : isJudgesOwn(datapoint)
        ? nothing
        : select(datapoint, before);
    const brought = run ? broughtVerdicts(datapoint, run, now()) : [];
    const verdicts = [...check(datapoint, requests, { around }), ...brought];
    const findings = findingsOf(datapoint, verdicts, { checks, monitors: byId });
    if (slowRequests.length === 0) return { datapoint, monitorIds, verdicts, findings };
    const ordered = orderJobs(datapoint, slowRequests);
    return { datapoint, monitorIds, verdicts: [...verdicts, ...ordered.verdicts], findings, slow: ordered.slow };
  };

  function ofRun(datapoint: Datapoint, { checks: ofTheRun }: RunContext): Selected {
    const asked = ofTheRun.flatMap(({ check: name, options, local }) =>
      local ? [] : [{ check: name, options, monitorIds: [] }],
    );
    const slow = asked.filter(({ check: name }) => isSlow(datapoint.projectId, name));
    return { monitorIds: [], requests: asked.filter((each) => !slow.includes(each)), slowRequests: slow };
  }
}

const nothing: Selected = { monitorIds: [], requests: [], slowRequests: [] };
