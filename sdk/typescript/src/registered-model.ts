import type { AnyModel } from "./definition.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import type { Reference } from "./scenario-calls.ts";
import type { CheckFunction, LocalCheck, RunTestOptions, TestRun } from "./types.ts";

/** A model to register. */
export interface NewModel<Model extends AnyModel = AnyModel> {
  readonly name: string;
  /** Your own code, or a model that the service calls. */
  readonly model: Model;
  /** API key of a generation model's provider; the service stores it sealed. */
  readonly apiKey?: string | undefined;
  /** Values of `{secret.NAME}` in an endpoint's requests; stored sealed. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Must be the project of the token. */
  readonly projectId?: string;
  readonly tags?: readonly string[];
  /** Whether a different definition under a known name becomes its next version. */
  readonly update?: boolean;
}

/** A model that test runs can call. The types are those of the rows that it takes, and of its outputs. */
export interface RegisteredModel<Input = unknown, Result = unknown, Output = unknown> {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Runs every row of a scenario set and resolves when all are evaluated. */
  runTest(options: RunTestOptions<Input, Result, Output>): Promise<TestRun<Input, Result, Output>>;
  /** Starts a run of a model that the service calls, and does not wait for its end: see getTestRun. */
  submitTest(options: Omit<RunTestOptions<Input, Result, Output>, "onProgress">): Promise<TestRun>;
  /**
   * Continues a run of this model that was canceled, failed, or lost its program: attempts with a result keep
   * it, the others are made. Pass your local checks and provider keys again; neither is stored.
   */
  resumeTest(
    run: Reference,
    options?: ResumeTestOptions<Input, Result, Output>,
  ): Promise<TestRun<Input, Result, Output>>;
}

export interface ResumeTestOptions<Input = unknown, Result = unknown, Output = unknown>
  extends Pick<RunTestOptions, "concurrency" | "apiKeys" | "onProgress"> {
  /** The run's checks that are functions of yours. */
  readonly checks?: readonly (LocalCheck<Input, Result, Output> | CheckFunction<Input, Result, Output>)[];
}

const modelNames: OptionNames<NewModel> = {
  name: true,
  model: true,
  apiKey: true,
  secrets: true,
  projectId: true,
  tags: true,
  update: true,
};
export const refuseUnknownOfModel = (model: NewModel): void => refuseUnknown("registerModel", model, modelNames);

const resumeNames: OptionNames<ResumeTestOptions> = {
  checks: true,
  concurrency: true,
  apiKeys: true,
  onProgress: true,
};
const runNames: OptionNames<RunTestOptions> = {
  ...resumeNames,
  name: true,
  projectId: true,
  scenario: true,
  type: true,
  allowSkipped: true,
  calculateMetrics: true,
  tags: true,
  repeats: true,
  atK: true,
  similarity: true,
  simulation: true,
};
export const refuseUnknownOfRun = (options: RunTestOptions): void => refuseUnknown("runTest", options, runNames);
export const refuseUnknownOfResume = (options: ResumeTestOptions): void =>
  refuseUnknown("resumeTest", options, resumeNames);
