import type { Verdict } from "../../checks/verdicts/verdict.ts";
import type { Page, PageRequest, Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { Conversation } from "../../datapoints/traces/conversation.ts";
import type { DatapointId, ModelId, ProjectId, ScenarioSetId, TestRunId } from "../../platform/ids.ts";
import type { RegisteredModel } from "../registered-model.ts";
import type { ScenarioRow, ScenarioSet } from "../scenario.ts";
import type { RowResult, RunMetrics, RunProgress, RunRow, StepOf, TestRun, TestRunState } from "../test-run.ts";

/** What offline runs keep in the records. As all stores there: every call is one transaction, on disk when it resolves. */
export interface ScenarioStore {
  /** Newest first. */
  list(project: ProjectId, page: PageRequest): Promise<Page<ScenarioSet>>;
  /** By id or by name. */
  get(project: ProjectId, key: string): Promise<ScenarioSet | undefined>;
  /** False when the project has a set of that name: nothing is written then. */
  add(set: ScenarioSet, rows: readonly ScenarioRow[]): Promise<boolean>;
  /** The set with its next version; false when somebody else was faster, it is gone, or its new name is taken. */
  replace(set: ScenarioSet, rows?: readonly ScenarioRow[]): Promise<boolean>;
  /** In their order. */
  rows(set: ScenarioSetId, version: number, from: number, limit: number): Promise<readonly ScenarioRow[]>;
  /** With the test runs made of it; their datapoints stay. */
  remove(project: ProjectId, id: ScenarioSetId): Promise<boolean>;
}

export interface ModelStore {
  /** Newest first; each in its newest version. */
  list(project: ProjectId, page: PageRequest): Promise<Page<RegisteredModel>>;
  /** By id or by name; the newest version unless one is named. */
  get(project: ProjectId, key: string, version?: number): Promise<RegisteredModel | undefined>;
  /** Newest first; none where there is no such model. */
  versions(project: ProjectId, id: ModelId): Promise<readonly RegisteredModel[]>;
  /** Adds the model, or the next version of the one of that name if `update`; what is known already stays as it is. */
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
  /** Newest first. */
  list(project: ProjectId, filter: TestRunFilter, page: PageRequest): Promise<Page<TestRun>>;
  get(project: ProjectId, id: TestRunId): Promise<TestRun | undefined>;
  /**
   * With one waiting try for every row of its scenario set's version and every repeat; `first` makes their first step.
   * `carried`: the process that carries it from the start.
   */
  add(run: TestRun, first: StepOf, carried?: { readonly process: string; readonly until: number }): Promise<void>;
  /** With the results of another run of the same rows, which wait to be put on the line; false when it has none. */
  addReevaluation(run: TestRun, of: Pick<TestRun, "id">): Promise<boolean>;
  /** Runs of all projects that have not ended, for who brings them to their end. */
  underWay(): Promise<readonly TestRun[]>;
  /** Only from one of these states: false when it is in another. */
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

/**
 * Which process makes the service's steps of a run. One at a time, as long as it says so again before its time is over;
 * then another may take it over.
 */
export interface RunCarriage {
  /** Runs of which the service makes steps and that are still running. */
  toCarry(): Promise<readonly TestRun[]>;
  /** `begun`: it was nobody's, or its process is gone; `kept`: it is this one's already; `others`: it is not to be had. */
  carry(run: TestRunId, process: string, now: number, until: number): Promise<"begun" | "kept" | "others">;
  /** It is nobody's from now on; nothing happens when it is another's. */
  drop(run: TestRunId, process: string): Promise<void>;
  /** A run that was cancelled or has failed runs again, carried by this process; false when it is in another state. */
  resume(run: TestRunId, process: string, until: number): Promise<boolean>;
}

export interface RowReport {
  readonly rowId: string;
  readonly repeat: number;
  readonly result: RowResult;
}

/** The tries of a run. Each is handed to one caller at a time, and its first result stays. */
export interface RunRowStore {
  /** Waiting tries, and those whose caller has not come back in time; they are the caller's until that time. */
  lease(run: TestRun, by: StepOf, count: number, time: LeaseTime): Promise<readonly RunRow[]>;
  /** Leases of tries without a result last until then. Says how many those were. */
  renew(run: TestRunId, tries: readonly Pick<RowReport, "rowId" | "repeat">[], until: number): Promise<number>;
  /** Gives out again what was leased to one side: the process that had it is gone. */
  release(run: TestRunId, of: StepOf): Promise<void>;
  get(run: TestRun, rowId: string, repeat: number): Promise<RunRow | undefined>;
  /**
   * Keeps a conversation that has gone a step further, and says who is next; false when it had left that step already,
   * or the try has its result. `until`: whose lease goes on.
   */
  advance(
    run: TestRunId,
    key: Pick<RowReport, "rowId" | "repeat">,
    conversation: Conversation,
    next: { readonly by: StepOf; readonly until: number },
  ): Promise<boolean>;
  /** Keeps what came, and says which of the tries were new: the others had a result before. */
  report(run: TestRunId, results: readonly RowReport[]): Promise<readonly RowReport[]>;
  /** Tries with a result that is not known to be on the line yet. */
  unrecorded(run: TestRun, limit: number): Promise<readonly RunRow[]>;
  recorded(run: TestRunId, tries: readonly Pick<RowReport, "rowId" | "repeat">[]): Promise<void>;
  /** In the order of the scenario set, then by repeat. */
  rows(run: TestRun, from: number, limit: number): Promise<readonly RunRow[]>;
  progress(run: TestRunId): Promise<RunProgress>;
  /** Of several runs at once; every one asked for is in it. */
  progressOf(runs: readonly TestRunId[]): Promise<ReadonlyMap<TestRunId, RunProgress>>;
}

export interface LeaseTime {
  readonly now: number;
  readonly until: number;
}

/** What a secret of a model or a project is for: opened for another host, it does not open. */
export interface SecretName {
  readonly project: ProjectId;
  /** A model's id, or `project` for keys of providers that all models share. */
  readonly owner: string;
  readonly name: string;
  /** Lower case, with the port where it is not the scheme's own. */
  readonly host: string;
}

/** Keys that the service sends when it calls models. They are sealed, and opened by open() alone. */
export interface SecretStore {
  /** In place of the one of that name and host. */
  put(secret: SecretName, text: string, now: number): Promise<void>;
  names(project: ProjectId, owner: string): Promise<readonly (SecretName & { readonly createdAt: number })[]>;
  /** Undefined where none is stored for that host. Throws Failure("dependency") when it cannot be opened. */
  open(secret: SecretName): Promise<string | undefined>;
  /** Of one name, or all of an owner; says whether there was one. */
  remove(project: ProjectId, owner: string, name?: string): Promise<boolean>;
}

/** What ClickHouse knows of a try. */
export interface JudgedTry {
  readonly verdicts: readonly Verdict[];
  readonly costUsd?: number;
}

export interface RunReader {
  /** Of these datapoints, started within the range, those that are stored. */
  judged(
    project: ProjectId,
    datapoints: readonly DatapointId[],
    range: Range,
  ): Promise<ReadonlyMap<DatapointId, JudgedTry>>;
}
