import type { VerdictState } from "../../checks/verdicts/verdict.ts";
import type { Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";

/** What the verdicts of one monitor add up to, from de-duplicated rows. */
export interface MonitorTotals {
  readonly verdicts: Readonly<Partial<Record<VerdictState, number>>>;
  /** Datapoints it matched and sampled, but for those over its limit a minute. */
  readonly datapoints: number;
  readonly overLimit: number;
  /** When the newest of its verdicts was made, Unix milliseconds. */
  readonly lastAt?: number;
  /** US dollars that its judges cost. */
  readonly costUsd: number;
  /** Why verdicts were not made: the most frequent reasons, at most five each. */
  readonly broken: readonly UnmadeVerdicts[];
  readonly skipped: readonly UnmadeVerdicts[];
  /** Per hour, oldest first: datapoints evaluated, and those on which a check failed. */
  readonly hourly: readonly { readonly evaluated: number; readonly failed: number }[];
}

interface UnmadeVerdicts {
  readonly check: string;
  readonly because: string;
  readonly count: number;
}

export interface MonitorFigures {
  /** Of every monitor that has verdicts of calls in that time. The range is whole hours. */
  totals(project: ProjectId, range: Range): Promise<ReadonlyMap<MonitorId, MonitorTotals>>;
  /** When a call came last that each monitor matched, within that time. */
  lastMatched(project: ProjectId, range: Range): Promise<ReadonlyMap<MonitorId, number>>;
}
