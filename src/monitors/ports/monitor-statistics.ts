import type { VerdictState } from "../../datapoints/index.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";

/** Totals of one monitor's verdicts, from de-duplicated rows. */
export interface MonitorTotals {
  readonly verdicts: Readonly<Partial<Record<VerdictState, number>>>;
  /** Datapoints it matched and sampled, without those above its limit per minute. */
  readonly datapoints: number;
  readonly overLimit: number;
  /** Time of its newest verdict, Unix milliseconds. */
  readonly lastAt?: number;
  /** Judge cost in US dollars. */
  readonly costUsd: number;
  /** Reasons why verdicts were not made: the most frequent, at most five each. */
  readonly broken: readonly UnmadeVerdicts[];
  readonly skipped: readonly UnmadeVerdicts[];
  readonly hourly: readonly { readonly evaluated: number; readonly failed: number }[];
}

interface UnmadeVerdicts {
  readonly check: string;
  readonly reason: string;
  readonly count: number;
}

export interface MonitorStatistics {
  /** Returns every monitor that has verdicts of calls in that range. The range is whole hours. */
  totals(project: ProjectId, range: Range): Promise<ReadonlyMap<MonitorId, MonitorTotals>>;
  /** Returns when each monitor last matched a call within that range, Unix milliseconds. */
  lastMatched(project: ProjectId, range: Range): Promise<ReadonlyMap<MonitorId, number>>;
}
