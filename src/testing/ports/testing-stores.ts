import type { Conversation } from "../../datapoints/index.ts";
import type { ModelId, ProjectId, ScenarioSetId, TestRunId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { RegisteredModel } from "../registered-model.ts";
import type { ScenarioRow, ScenarioSet } from "../scenario.ts";
import type { RowResult, RunMetrics, RunProgress, RunRow, StepOf, TestRun, TestRunState } from "../test-run.ts";

/** Store of scenario sets. As in all record stores, every call is one durable transaction. */
export interface ScenarioStore {
  list(project: ProjectId, page: PageRequest): Promise<Page<ScenarioSet>>;
  /** Finds a set by id or name. */
  get(project: ProjectId, key: string): Promise<ScenarioSet | undefined>;
  /** Stores a set. False, without writing anything, if the name is taken. */
  add(set: ScenarioSet, rows: readonly ScenarioRow[]): Promise<boolean>;
  /** Stores the next version of a set. False if it was changed concurrently or removed, or its new name is taken. */
  replace(set: ScenarioSet, rows?: readonly ScenarioRow[]): Promise<boolean>;
  rows(set: ScenarioSetId, version: number, from: number, limit: number): Promise<readonly ScenarioRow[]>;
  /** Returns the number of rows of a version that have no expected result. */
  countWithoutResult(set: ScenarioSetId, version: number): Promise<number>;
  /** Removes the set with its test runs; their datapoints stay. */
  remove(project: ProjectId, id: ScenarioSetId): Promise<boolean>;
}

export interface ModelStore {
  list(project: ProjectId, page: PageRequest): Promise<Page<RegisteredModel>>;
  /** Finds a model by id or name; without `version`, the newest. */
  get(project: ProjectId, key: string, version?: number): Promise<RegisteredModel | undefined>;
  /** Newest first; empty if the model does not exist. */
  versions(project: ProjectId, id: ModelId): Promise<readonly RegisteredModel[]>;
  /**
   * Stores a new model, or the next version of an existing one if `update`; an unchanged definition adds no
   * version.
   */
  register(
    model: Omit<RegisteredModel, "version">,
    update: boolean,
  ): Promise<{ readonly kind: "registered" | "known" | "differs"; readonly model: RegisteredModel }>;
  remove(project: ProjectId, id: ModelId): Promise<boolean>;
}

export interface TestRunFilter {
  readonly scenarioSetId?: ScenarioSetId;
  readonly modelId?: ModelId;
}

export interface TestRunStore {
  list(project: ProjectId, filter: TestRunFilter, page: PageRequest): Promise<Page<TestRun>>;
  get(project: ProjectId, id: TestRunId): Promise<TestRun | undefined>;
  /**
   * Stores a run with a waiting attempt for every row and repeat. `first` makes their first step; `lease` names
   * the process that works on the run from the start.
   */
  add(run: TestRun, first: StepOf, lease?: { readonly process: string; readonly until: number }): Promise<void>;
  /**
   * Stores a run with the results of another run of the same rows, which are then sent to the pipeline. False if
   * there are none.
   */
  addReevaluation(run: TestRun, of: Pick<TestRun, "id">): Promise<boolean>;
  underWay(): Promise<readonly TestRun[]>;
  /** Changes the state of a run; false if it is in none of the given states. */
  move(
    id: TestRunId,
    from: readonly TestRunState[],
    to: {
      readonly state: TestRunState;
      readonly failure?: string;
      readonly metrics?: RunMetrics;
      readonly endedAt?: number;
    },
  ): Promise<boolean>;
  remove(project: ProjectId, id: TestRunId): Promise<boolean>;
}

/** A process's claim on a run, which the next claim of the same run ends. */
export interface RunLease {
  readonly id: TestRunId;
  readonly epoch: number;
}

/**
 * Leases of runs: the process that makes the service's steps. One process at a time holds a lease, and renews
 * it before it expires; then another process may take over. What the earlier one writes after that is refused.
 */
export interface RunLeases {
  /** Returns running runs for which the service makes steps. */
  listServedRuns(): Promise<readonly TestRun[]>;
  /**
   * Claims a run and makes the attempts of its previous holder available; undefined while another process holds it.
   * A run that names this process from the start is claimed immediately.
   */
  acquire(run: TestRunId, process: string, now: number, until: number): Promise<RunLease | undefined>;
  /** False if the lease was lost, or the run is no longer running. */
  renew(lease: RunLease, until: number): Promise<boolean>;
  /** Releases the lease; no effect if it was lost. */
  drop(lease: RunLease): Promise<void>;
  /** Ends the run as failed; no effect if the lease was lost. */
  fail(lease: RunLease, failure: string, endedAt: number): Promise<void>;
  /** Resumes a canceled or failed run with a lease of this process; false if the run is in another state. */
  resume(run: TestRunId, process: string, until: number): Promise<boolean>;
}

export interface RowReport {
  readonly rowId: string;
  readonly repeat: number;
  readonly result: RowResult;
}

/** Attempts of a run. Each is leased to one caller at a time, and its first result is final. */
export interface RunRowStore {
  /**
   * Leases waiting attempts and those with an expired lease, until `until`: to a caller of the API, or to the holder
   * of the run's lease.
   */
  lease(run: TestRun, holder: "caller" | RunLease, count: number, time: LeaseTime): Promise<readonly RunRow[]>;
  /** Extends the leases of attempts without a result. Returns their number. */
  renew(run: TestRunId, attempts: readonly Pick<RowReport, "rowId" | "repeat">[], until: number): Promise<number>;
  /** Makes the attempts that callers leased available again, because the caller is gone. */
  release(run: TestRunId): Promise<void>;
  get(run: TestRun, rowId: string, repeat: number): Promise<RunRow | undefined>;
  /**
   * Stores a conversation's next step and who makes the one after it. False if that step was already made or the
   * attempt has a result, or the given lease was lost. `until`: expiry of the next lease.
   */
  advance(
    run: TestRunId,
    key: Pick<RowReport, "rowId" | "repeat">,
    conversation: Conversation,
    next: { readonly by: StepOf; readonly until: number; readonly lease?: RunLease },
  ): Promise<boolean>;
  /**
   * Stores results and returns the new ones; the others already had a result. With a lease, none is stored if it was
   * lost; a caller's first result is final even if it comes late.
   */
  report(run: TestRunId, results: readonly RowReport[], lease?: RunLease): Promise<readonly RowReport[]>;
  /** Attempts with a result that is not confirmed in the pipeline yet. */
  unrecorded(run: TestRun, limit: number): Promise<readonly RunRow[]>;
  recorded(run: TestRunId, attempts: readonly Pick<RowReport, "rowId" | "repeat">[]): Promise<void>;
  /** Ordered as in the scenario set, then by repeat. */
  rows(run: TestRun, from: number, limit: number): Promise<readonly RunRow[]>;
  /** Whether an attempt of the run has no result. */
  hasOpen(run: TestRunId): Promise<boolean>;
  progress(run: TestRunId): Promise<RunProgress>;
  /** Returns the progress of several runs; every requested run is included. */
  progressOf(runs: readonly TestRunId[]): Promise<ReadonlyMap<TestRunId, RunProgress>>;
}

export interface LeaseTime {
  readonly now: number;
  readonly until: number;
}
