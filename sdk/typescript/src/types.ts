export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export const TestRunType = {
  NL_GENERATION: "NL_GENERATION",
  MULTI_CLASS_CLASSIFICATION: "MULTI_CLASS_CLASSIFICATION",
  INFORMATION_RETRIEVAL: "INFORMATION_RETRIEVAL",
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

/** What a model makes of one input. */
export interface ModelInvocation {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. */
  readonly model_prediction: Json;
  /** What the model was asked; the row's input where absent. */
  readonly model_input?: Json;
  readonly model_output_metadata?: Json;
}

/** The user's own code. It may throw: the row counts as failed, and the run goes on. */
export interface CustomModel {
  readonly type: "custom";
  readonly invoke: (input: never, expected: Json) => ModelInvocation | Promise<ModelInvocation>;
}

export interface Check {
  readonly check: string;
  readonly options?: Readonly<Record<string, Json>>;
}

export interface RunTestOptions {
  readonly name: string;
  /** Must be the project of the token. */
  readonly project_id?: string;
  /** The set, its id, or its name. */
  readonly scenario?: ScenarioSet | string;
  readonly scenario_id?: string;
  readonly type?: TestRunType;
  readonly checks?: readonly (string | Check)[];
  readonly calculate_metrics?: boolean;
  readonly tags?: readonly string[];
  /** How often each row is tried. */
  readonly repeats?: number;
  /** For INFORMATION_RETRIEVAL: places at which the ranking is measured. */
  readonly at_k?: readonly number[];
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
