import type * as api from "./api.ts";
import type { Json } from "./json.ts";
import type { Simulation } from "./model-types.ts";

export const TestRunType = {
  NL_GENERATION: "NL_GENERATION",
  MULTI_CLASS_CLASSIFICATION: "MULTI_CLASS_CLASSIFICATION",
  INFORMATION_RETRIEVAL: "INFORMATION_RETRIEVAL",
  /** A simulated user talks to the model: see `simulation`. */
  MULTI_TURN: "MULTI_TURN",
  /** The calls of tools that were made, against those that are expected. */
  AGENT_EVAL: "AGENT_EVAL",
  /** Rows that vary one seed should be answered alike. */
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
  /** What is expected; left out where nobody has said. */
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

/** A check of the library or of the project's own, with options. */
export type Check = Omit<api.RunCheck, "local">;

/** What a check of yours is shown of a row. */
export interface CheckSubject {
  readonly model_output: Json;
  /** What the model was asked; the row's input where `invoke` did not say. */
  readonly model_input: Json;
  readonly scenario_input: Json;
  /** What is expected; null where nobody has said. */
  readonly scenario_result: Json;
  /** `model_output_metadata`; null without. */
  readonly metadata: Json;
}

export type CheckAnswer =
  | boolean
  | number
  | null
  | undefined
  | { readonly skip: string }
  | { readonly value: boolean | number; readonly explanation?: string; readonly evidence?: readonly string[] };

/** A check that is a function of yours, run in your process; its verdicts are recorded with the run. */
export interface LocalCheck {
  /** Snake case, and no name of the library. */
  readonly name: string;
  /** true or false, or a number with `pass_from` or `pass_to`; null or `{skip}` where it does not apply. May be async. */
  readonly evaluate: (subject: CheckSubject) => CheckAnswer | Promise<CheckAnswer>;
  /** Which answer is the good one; true unless told. */
  readonly pass_when?: boolean;
  /** A number passes from here on, included. */
  readonly pass_from?: number;
  /** A number passes up to here, included. */
  readonly pass_to?: number;
  /** Runs are compared where it is the same; a digest of the function's text and its limits unless told. */
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
  /** By name, with options, or functions of yours that run here. */
  readonly checks?: readonly (string | Check | LocalCheck)[];
  readonly calculate_metrics?: boolean;
  readonly tags?: readonly string[];
  /** How often each row is tried. */
  readonly repeats?: number;
  /** For INFORMATION_RETRIEVAL: places at which the ranking is measured. */
  readonly at_k?: readonly number[];
  /** For INVARIANT: answers are alike to the letter, but for case and punctuation (unless told), or to 4/5. */
  readonly likeness?: NonNullable<api.NewTestRun["likeness"]>;
  /** For MULTI_TURN. */
  readonly simulation?: Simulation;
  /** Keys of providers by their ids, for models and simulated users that the service calls: for this run, never stored. */
  readonly api_keys?: Readonly<Record<string, string>>;
  /** Rows under way at once; 8 unless told. */
  readonly concurrency?: number;
  /** Told after every row that has a result. */
  readonly on_progress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface TestRun extends Pick<api.TestRun, "id" | "name" | "type" | "state" | "progress" | "failure"> {
  readonly model_metrics?: api.RunMetrics;
  /** Where a person reads the run. */
  readonly app_link: string;
}

export type {
  CheckComparison,
  CheckSummary,
  Comparison,
  Figures,
  RunMetrics,
  ScenarioRow,
  TestRunRow,
  Verdict,
} from "./api.ts";
