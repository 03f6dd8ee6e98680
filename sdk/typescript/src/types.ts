import type * as api from "../../../packages/api-client/src/api.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";
import type { Simulation } from "./model-types.ts";

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

export interface SeedData {
  /** Text, a list or an object. */
  readonly input: Json;
  /** The expected result; omitted if unknown. */
  readonly result?: Json | FunctionCallResult;
}

export interface ScenarioSet {
  readonly scenario_id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly app_link: string;
}

/** A built-in or custom check, with options. */
export type Check = Omit<api.RunCheck, "local">;

/** Input of a local check for one row. */
export interface CheckSubject {
  readonly model_output: Json;
  /** The actual input of the model; the row's input if `invoke` did not return it. */
  readonly model_input: Json;
  readonly scenario_input: Json;
  /** The expected result; null if unknown. */
  readonly scenario_result: Json;
  /** `model_output_metadata`, or null. */
  readonly metadata: Json;
}

export type CheckAnswer =
  | boolean
  | number
  | null
  | undefined
  | { readonly skip: string }
  | { readonly value: boolean | number; readonly explanation?: string; readonly evidence?: readonly string[] };

/** A function of yours that runs in your process as a check; its verdicts are recorded with the run. */
export interface LocalCheck {
  /** Snake case, and not the name of a built-in check. */
  readonly name: string;
  /**
   * Returns true or false, or a number with `pass_from` or `pass_to`; null or `{skip}` if it does not apply.
   * May be async.
   */
  readonly evaluate: (subject: CheckSubject) => CheckAnswer | Promise<CheckAnswer>;
  /** The result that passes; default: true. */
  readonly pass_when?: boolean;
  /** Minimum of a number that passes, inclusive. */
  readonly pass_from?: number;
  /** Maximum of a number that passes, inclusive. */
  readonly pass_to?: number;
  /** Runs with the same version are comparable; default: a digest of the function's text and its limits. */
  readonly version?: number;
}

export interface RunTestOptions {
  readonly name: string;
  /** Must be the project of the token. */
  readonly project_id?: string;
  /** The set, its id, or its name. */
  readonly scenario?: ScenarioSet | string;
  readonly scenario_id?: string;
  readonly type?: TestRunType;
  /** Names, names with options, or functions of yours that run in your process. */
  readonly checks?: readonly (string | Check | LocalCheck)[];
  /** Names of checks that the run may pass without, where they give no verdict. All others must judge rows. */
  readonly allow_skipped?: readonly string[];
  readonly calculate_metrics?: boolean;
  readonly tags?: readonly string[];
  /** Number of attempts per row. */
  readonly repeats?: number;
  /** For INFORMATION_RETRIEVAL: values of k at which the ranking is measured. */
  readonly at_k?: readonly number[];
  /**
   * For INVARIANT: responses must be identical (exact), identical apart from case and punctuation (normalized,
   * the default), or at least 4/5 similar (similar).
   */
  readonly similarity?: NonNullable<api.NewTestRun["similarity"]>;
  /** For MULTI_TURN. */
  readonly simulation?: Simulation;
  /** API keys by provider id, for models and simulated users that the service calls: for this run, never stored. */
  readonly api_keys?: Readonly<Record<string, string>>;
  /** Maximum number of concurrent rows; default: 8. */
  readonly concurrency?: number;
  /** Called after every row that has a result. */
  readonly on_progress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface TestRun extends Pick<api.TestRun, "id" | "name" | "type" | "state" | "progress" | "failure"> {
  readonly model_metrics?: api.RunMetrics;
  /** Whether the run has passed, and why not; absent until it has ended. */
  readonly conclusion?: api.RunConclusion;
  /** Page of the run. */
  readonly app_link: string;
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
  CheckSummary,
  ComparedConclusion,
  Comparison,
  DatapointDetail as Datapoint,
  DatapointRow,
  Figures,
  GeneratedCheck,
  Monitor,
  NewDatapoint,
  Project,
  RecordedDatapoint,
  RunConclusion,
  RunMetrics,
  RunReason,
  ScenarioRow,
  ScoreFigures,
  TestRunRow,
  Verdict,
} from "../../../packages/api-client/src/api.ts";
