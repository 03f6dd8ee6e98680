import type { Query } from "../../datapoints/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest, Range } from "../../platform/paging.ts";
import type { CheckVersion, CustomCheck } from "../custom/custom-check.ts";
import type { CheckRun, RunItem, VerdictLabel } from "../verdicts/check-run.ts";

/** Custom checks of projects. Every call is one transaction. */
export interface CustomCheckStore {
  /** By name. */
  list(project: ProjectId): Promise<readonly CustomCheck[]>;
  get(project: ProjectId, name: string): Promise<CustomCheck | undefined>;
  /** Stores a check with its first version. False if the name is taken. */
  add(check: CustomCheck, by: string): Promise<boolean>;
  /**
   * Replaces a check whose number is equal (definition unchanged) or one less (new version). False if it was
   * changed concurrently or removed. Also stores whether it is switched off.
   */
  replace(check: CustomCheck, by: string): Promise<boolean>;
  remove(project: ProjectId, name: string): Promise<boolean>;
  /** Newest first. */
  versions(project: ProjectId, name: string): Promise<readonly CheckVersion[]>;
  /** Returns the newest version with that hash, which an earlier evaluation job refers to. */
  byVersion(project: ProjectId, name: string, version: number): Promise<CheckVersion | undefined>;
  /**
   * Records that the check's program hit a limit, and switches the check off if that happened too often. Returns
   * the check if it is now off.
   */
  stopped(project: ProjectId, name: string, at: number): Promise<CustomCheck | undefined>;
}

/** Read access for the pipeline, across all projects. */
export interface CustomCheckFeed {
  /** Returns the newest version of every check, of all projects or of the named ones. */
  all(projects?: readonly ProjectId[]): Promise<readonly CustomCheck[]>;
}

/** Check runs over stored data. A run is processed under a lease, so that it survives a crash. */
export interface CheckRunStore {
  add(run: CheckRun, items: readonly RunItem[]): Promise<void>;
  get(project: ProjectId, id: string): Promise<CheckRun | undefined>;
  /** Newest first. */
  list(project: ProjectId, page: PageRequest): Promise<Page<CheckRun>>;
  items(project: ProjectId, id: string): Promise<readonly RunItem[]>;
  /** Claims a run that has no active lease; `epoch` is the fencing token. */
  claim(at: number, leaseMs: number): Promise<{ readonly run: CheckRun; readonly epoch: number } | undefined>;
  /** Stores progress under the lease. False if the lease was lost or the run was canceled. */
  advance(run: CheckRun, epoch: number, leaseUntil: number): Promise<boolean>;
  /** False if the run had already ended. */
  cancel(project: ProjectId, id: string, at: number): Promise<boolean>;
}

/** Human labels of verdicts. */
export interface VerdictLabelStore {
  /** Replaces an earlier label of the same check and datapoint. */
  put(project: ProjectId, label: VerdictLabel): Promise<void>;
  remove(project: ProjectId, check: string, datapoint: DatapointId): Promise<boolean>;
  /** Returns labels, optionally of one check or datapoint, newest first, at most 10,000. */
  list(project: ProjectId, check?: string, datapoint?: DatapointId): Promise<readonly VerdictLabel[]>;
}

/** Number of verdicts of a check by state over a set of datapoints. */
export interface VerdictTally {
  readonly check: string;
  readonly version: number;
  readonly state: string;
  readonly count: number;
}

/** Samples stored datapoints for check runs. Bounded like every read. */
export interface SampleReader {
  /** Returns the newest matching datapoints first. */
  sample(project: ProjectId, query: Query, range: Range, limit: number): Promise<readonly RunItem[]>;
  /** Returns those of the named datapoints that are stored, in any order. */
  locate(project: ProjectId, ids: readonly DatapointId[]): Promise<readonly RunItem[]>;
  tally(project: ProjectId, items: readonly RunItem[], checks: readonly string[]): Promise<readonly VerdictTally[]>;
}
