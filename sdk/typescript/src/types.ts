import type * as api from "../../../packages/api-client/src/api.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";
import type { Simulation } from "./model-types.ts";
import type { Typed } from "./row-types.ts";

export const TestRunType = {
  NL_GENERATION: "NL_GENERATION",
  MULTI_CLASS_CLASSIFICATION: "MULTI_CLASS_CLASSIFICATION",
  INFORMATION_RETRIEVAL: "INFORMATION_RETRIEVAL",
  /** A simulated user talks to the model: see `simulation`. */
  MULTI_TURN: "MULTI_TURN",
  /** Tool calls are compared with the expected ones. */
  AGENT_EVAL: "AGENT_EVAL",
  /** Rows that vary one seed should get equivalent responses. */
  INVARIANT: "INVARIANT",
} as const satisfies { readonly [Type in api.TestRun["type"]]: Type };
export type TestRunType = (typeof TestRunType)[keyof typeof TestRunType];

/** The expected call of a function, for the function-call checks. */
export interface FunctionCallResult {
  readonly name: string;
  readonly parameter_definitions: Readonly<
    Record<string, { readonly value?: Json; readonly type?: string; readonly required?: boolean }>
  >;
}

export interface SeedData<Input = unknown, Result = unknown> {
  /** Text, a list or an object; sent as JSON. */
  readonly input: Input;
  /** The expected result; omitted if unknown. */
  readonly result?: Result;
}

/** A version of a scenario set; `Input` and `Result` are the types of its rows where the compiler knows them. */
export interface ScenarioSet<Input = never, Result = never>
  extends api.ScenarioSet,
    Typed<{ readonly input: Input; readonly result: Result }> {}

export interface ScenarioRow<Input = Json, Result = Json> extends Omit<api.ScenarioRow, "input" | "result"> {
  readonly input: Input;
  /** The expected result; null if unknown. */
  readonly result: Result | null;
}

/** A built-in or custom check, with options. */
export type Check = Omit<api.RunCheck, "local">;

/** Input of a local check for one row. */
export interface CheckSubject<Input = unknown, Result = unknown, Output = unknown> {
  readonly modelOutput: Output;
  /** The actual input of the model; the row's input if `invoke` did not return it. */
  readonly modelInput: Json;
  readonly scenarioInput: Input;
  /** The expected result; null if unknown. */
  readonly scenarioResult: Result | null;
  /** `modelOutputMetadata`, or null. */
  readonly metadata: Json;
}

export type CheckAnswer =
  | boolean
  | number
  | null
  | undefined
  | { readonly skip: string }
  | { readonly value: boolean | number; readonly explanation?: string; readonly evidence?: readonly string[] };

/**
 * Returns true or false, or a number with `passFrom` or `passTo`; null or `{skip}` if it does not apply. May be async.
 * The name of the function, in snake case, is the name of the check.
 */
export type CheckFunction<Input = unknown, Result = unknown, Output = unknown> = (
  subject: CheckSubject<Input, Result, Output>,
) => CheckAnswer | Promise<CheckAnswer>;

/** A function of yours that runs in your process as a check; its verdicts are recorded with the run. */
export interface LocalCheck<Input = unknown, Result = unknown, Output = unknown> {
  /** Snake case, and not the name of a built-in check. */
  readonly name: string;
  evaluate(subject: CheckSubject<Input, Result, Output>): CheckAnswer | Promise<CheckAnswer>;
  /** The result that passes; default: true. */
  readonly passWhen?: boolean;
  /** Minimum of a number that passes, inclusive. */
  readonly passFrom?: number;
  /** Maximum of a number that passes, inclusive. */
  readonly passTo?: number;
  /** Runs with the same version are comparable; default: a digest of the function's text and its limits. */
  readonly version?: number;
}

export interface RunTestOptions<Input = unknown, Result = unknown, Output = unknown> {
  readonly name: string;
  /** Must be the project of the token. */
  readonly projectId?: string;
  /** The set, its id, or its name. */
  readonly scenario: ScenarioSet<Input, Result> | string;
  readonly type?: TestRunType;
  /** Names, names with options, or functions of yours that run in your process. */
  readonly checks?: readonly (
    | string
    | Check
    | LocalCheck<Input, Result, Output>
    | CheckFunction<Input, Result, Output>
  )[];
  /** Names of checks that the run may pass without, where they give no verdict. All others must judge rows. */
  readonly allowSkipped?: readonly string[];
  readonly calculateMetrics?: boolean;
  readonly tags?: readonly string[];
  /** Number of attempts per row. */
  readonly repeats?: number;
  /** For INFORMATION_RETRIEVAL: values of k at which the ranking is measured. */
  readonly atK?: readonly number[];
  /**
   * For INVARIANT: responses must be identical (exact), identical apart from case and punctuation (normalized,
   * the default), or at least 4/5 similar (similar).
   */
  readonly similarity?: NonNullable<api.NewTestRun["similarity"]>;
  /** For MULTI_TURN. */
  readonly simulation?: Simulation;
  /** API keys by provider id, for models and simulated users that the service calls: for this run, never stored. */
  readonly apiKeys?: Readonly<Record<string, string>>;
  /** Maximum number of concurrent rows; default: 8. */
  readonly concurrency?: number;
  /** Called after every row that has a result. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** The state of a test run when it was read. */
export interface TestRun<Input = never, Result = never, Output = never>
  extends Omit<api.TestRun, "progress" | "metrics">,
    Typed<{ readonly input: Input; readonly result: Result; readonly output: Output }> {
  /** Numbers of attempts; `total` is rows × repeats. */
  readonly progress: api.Progress & { readonly total: number };
  /** Present once the run is finished. */
  readonly metrics?: RunMetrics;
  /** Whether the run is finished, failed or canceled. */
  readonly ended: boolean;
}

export interface RunMetrics extends Omit<api.RunMetrics, "checks"> {
  readonly checks: readonly CheckSummary[];
}

export interface CheckSummary extends api.CheckSummary {
  /** passed / (passed + failed), from 0 to 1; absent without a verdict. */
  readonly passRate?: number;
}

/** One attempt of a run, with its output and verdicts. */
export interface TestRunRow<Input = Json, Result = Json, Output = Json>
  extends Omit<api.TestRunRow, "input" | "expected" | "prediction"> {
  readonly input: Input;
  /** The expected result; null if unknown. */
  readonly expected: Result | null;
  readonly prediction?: Output;
}

export type Severity = api.Check["severity"];

/** The part of a custom check that decides its verdicts. */
export type CheckDefinition = api.CheckDefinitionInput;

/** A built-in or custom check; with its definition if a single check was requested. */
export type CheckInfo = api.Check & Partial<Pick<api.CheckDetail, "definition">>;

/** A new monitor; a check may be just its name. */
export interface NewMonitor extends Omit<api.NewMonitor, "checks"> {
  readonly checks: readonly (string | api.NewMonitor["checks"][number])[];
}

export type {
  CheckComparison,
  ComparedConclusion,
  Comparison,
  DatapointDetail as Datapoint,
  DatapointRow,
  Figures,
  GeneratedCheck,
  Issue,
  IssueDetail,
  IssueRequest,
  Judge,
  JudgeChange,
  JudgeTest,
  Label,
  LabelRequest,
  Model,
  Monitor,
  NewDatapoint,
  NewFeedback,
  NewJudge,
  Project,
  RecordedDatapoint,
  RunConclusion,
  RunReason,
  ScoreFigures,
  Verdict,
} from "../../../packages/api-client/src/api.ts";
