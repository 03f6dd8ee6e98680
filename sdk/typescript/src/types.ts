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
} as const;
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

export interface ScenarioRow {
  readonly id: string;
  readonly input: Json;
  readonly result: Json;
}

/** A check of the library or of the project's own, with options. */
export interface Check {
  readonly check: string;
  readonly options?: Readonly<Record<string, Json>>;
}

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
  /** For MULTI_TURN. */
  readonly simulation?: Simulation;
  /** Keys of providers by their ids, for models that the service calls: used for this run and never stored. */
  readonly api_keys?: Readonly<Record<string, string>>;
  /** Rows under way at once; 8 unless told. */
  readonly concurrency?: number;
  /** Told after every row that has a result. */
  readonly on_progress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface CheckSummary {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly broken: number;
  readonly mean?: number;
}

export interface RunMetrics {
  readonly rows: number;
  readonly errors: number;
  readonly meanDurationMs?: number;
  readonly costUsd?: number;
  readonly checks: readonly CheckSummary[];
  readonly classification?: {
    readonly accuracy: number;
    readonly macro: { readonly precision: number; readonly recall: number; readonly f1: number };
    readonly weighted: { readonly precision: number; readonly recall: number; readonly f1: number };
    readonly labels: readonly {
      readonly label: string;
      readonly precision: number;
      readonly recall: number;
      readonly f1: number;
      readonly support: number;
    }[];
    readonly errorMatrix: readonly (readonly number[])[];
    readonly unanswered: number;
  };
  readonly retrieval?: readonly {
    readonly k: number;
    readonly precision: number;
    readonly recall: number;
    readonly hitRate: number;
    readonly mrr: number;
    readonly map: number;
    readonly ndcg: number;
  }[];
}

export interface TestRun {
  readonly id: string;
  readonly name: string;
  readonly type: TestRunType;
  readonly state: "running" | "evaluating" | "finished" | "failed" | "cancelled";
  readonly progress: { readonly waiting: number; readonly leased: number; readonly done: number };
  readonly failure?: string;
  readonly model_metrics?: RunMetrics;
  /** Where a person reads the run. */
  readonly app_link: string;
}

/** What one check says of one datapoint. */
export interface Verdict {
  readonly check: string;
  readonly version: number;
  readonly state: "queued" | "running" | "passed" | "failed" | "skipped" | "broken";
  readonly value?: boolean | number;
  /** Why it was skipped or broken. */
  readonly because?: string;
  readonly explanation?: string;
  readonly evidence: readonly {
    readonly target: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
}

/** One try of a run. */
export interface TestRunRow {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  readonly state: "waiting" | "leased" | "done";
  readonly prediction?: Json;
  readonly error?: string;
  readonly durationMs?: number;
  readonly costUsd?: number;
  readonly datapointId: string;
  readonly verdicts: readonly Verdict[];
  /** Of MULTI_TURN. */
  readonly conversation?: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  /** Why a conversation ended. */
  readonly ended?: string;
}

/** What the rows say about a difference, run minus base. */
export interface Figures {
  readonly difference: number;
  /** 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
  /** Benjamini-Hochberg, over all comparisons of the answer. */
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  readonly chanceToBeat: number;
  readonly riskToShip: number;
  readonly riskToKeep: number;
}

export interface Comparison {
  readonly checks: readonly {
    readonly runId: string;
    readonly check: string;
    /** Rows with a verdict of the same version in both. */
    readonly matched: number;
    readonly otherVersion: number;
    readonly outcomes: {
      readonly bothPassed: number;
      readonly improved: number;
      readonly worsened: number;
      readonly bothFailed: number;
    };
    readonly passRate?: Figures;
    readonly score?: Figures;
  }[];
  /** Regressions first. */
  readonly changed: readonly {
    readonly runId: string;
    readonly check: string;
    readonly rowId: string;
    readonly repeat: number;
    readonly input: string;
    readonly datapointId: string;
    readonly change: "worsened" | "improved";
  }[];
}
