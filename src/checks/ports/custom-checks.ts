import type { Page, PageRequest, Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { Query } from "../../datapoints/query/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { CheckVersion, CustomCheck } from "../custom/custom-check.ts";
import type { CheckRun, RunItem, VerdictLabel } from "../verdicts/check-run.ts";

/** Checks that projects wrote themselves. Every call is one transaction, as all records. */
export interface CustomCheckStore {
  /** By name. */
  list(project: ProjectId): Promise<readonly CustomCheck[]>;
  get(project: ProjectId, name: string): Promise<CustomCheck | undefined>;
  /** With its first version. False when the project has a check of that name. */
  add(check: CustomCheck, by: string): Promise<boolean>;
  /**
   * Replaces the check whose number is the same (nothing of its definition changed) or one less (a new version); false
   * when somebody else was faster or it is gone. Switches on and off as the check says.
   */
  replace(check: CustomCheck, by: string): Promise<boolean>;
  /** With all versions. */
  remove(project: ProjectId, name: string): Promise<boolean>;
  /** Newest first. */
  versions(project: ProjectId, name: string): Promise<readonly CheckVersion[]>;
  /** The newest with that hash: what an order that was given earlier runs. */
  byVersion(project: ProjectId, name: string, version: number): Promise<CheckVersion | undefined>;
  /** Takes note that its program met a limit; switches it off when that happened too often. Returns it when it is off now. */
  stopped(project: ProjectId, name: string, at: number): Promise<CustomCheck | undefined>;
}

/** For the line, which goes by the checks of all projects at once. */
export interface CustomCheckFeed {
  /** The newest versions of every project's checks, or of those of the named ones. */
  all(projects?: readonly ProjectId[]): Promise<readonly CustomCheck[]>;
}

/** Runs of checks over what is stored. A run is worked on under a lease, so that it survives its process. */
export interface CheckRunStore {
  add(run: CheckRun, items: readonly RunItem[]): Promise<void>;
  get(project: ProjectId, id: string): Promise<CheckRun | undefined>;
  /** Newest first. */
  list(project: ProjectId, page: PageRequest): Promise<Page<CheckRun>>;
  items(project: ProjectId, id: string): Promise<readonly RunItem[]>;
  /** A run that nobody works on, with the fence of the lease. */
  claim(at: number, leaseMs: number): Promise<{ readonly run: CheckRun; readonly epoch: number } | undefined>;
  /** Moves on, under the lease; false when it is lost or the run was cancelled. */
  advance(run: CheckRun, epoch: number, leaseUntil: number): Promise<boolean>;
  /** False when it was over already. */
  cancel(project: ProjectId, id: string, at: number): Promise<boolean>;
}

/** What people say of verdicts. */
export interface VerdictLabelStore {
  /** Replaces what was said before of the same check and datapoint. */
  put(project: ProjectId, label: VerdictLabel): Promise<void>;
  remove(project: ProjectId, check: string, datapoint: DatapointId): Promise<boolean>;
  /** Of one check or of all, of one datapoint or of all, newest first, at most 10,000. */
  list(project: ProjectId, check?: string, datapoint?: DatapointId): Promise<readonly VerdictLabel[]>;
}

/** How many verdicts of each state a check has among some datapoints. */
export interface VerdictTally {
  readonly check: string;
  readonly version: number;
  readonly state: string;
  readonly count: number;
}

/** Samples of what is stored, for runs. Bounded as every read. */
export interface SampleReader {
  /** Newest matching first. */
  sample(project: ProjectId, query: Query, range: Range, limit: number): Promise<readonly RunItem[]>;
  /** Those of the named datapoints that are stored, in no order. */
  locate(project: ProjectId, ids: readonly DatapointId[]): Promise<readonly RunItem[]>;
  tally(project: ProjectId, items: readonly RunItem[], checks: readonly string[]): Promise<readonly VerdictTally[]>;
}
