import type { CheckDescription } from "../domain/check.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import { findingsOf } from "../domain/findings.ts";
import type { Monitor } from "../domain/monitor.ts";
import type { Judged } from "../ports/kept.ts";
import type { Check } from "./check.ts";
import { createSelect } from "./select.ts";

interface Needs {
  readonly monitors: readonly Monitor[];
  /** Unix milliseconds. */
  readonly now: number;
  readonly checks: ReadonlyMap<string, CheckDescription>;
  readonly check: Check;
}

/** Stations 4 and 5 for one set of monitors: what they say of a datapoint. */
export function createJudge({ monitors, now, checks, check }: Needs): (datapoint: Datapoint) => Judged {
  const select = createSelect({ monitors, now });
  const known = { checks, monitors: new Map(monitors.map((monitor) => [monitor.id, monitor])) };

  return (datapoint) => {
    const { monitorIds, requests } = select(datapoint);
    const verdicts = check(datapoint, requests);
    return { datapoint, monitorIds, verdicts, findings: findingsOf(datapoint, verdicts, known) };
  };
}
