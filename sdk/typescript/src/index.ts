import { JudgeCalls } from "./judge-calls.ts";

/**
 * Client of Gaffe: scenario sets, registered models, test runs, checks, monitors, datapoints, issues, judges. Each
 * topic is a file; this class combines them. Methods throw GaffeError.
 */
export class Gaffe extends JudgeCalls {}

export type { Json } from "../../../packages/api-client/src/json.ts";
export type { Evaluation, NewCheck, WantedCheck } from "./check-calls.ts";
export type { CheckConfig } from "./check-config.ts";
export type { GaffeOptions } from "./client.ts";
export type { FindDatapoints } from "./datapoint-calls.ts";
export { GaffeError } from "./errors.ts";
export type { FindIssues, IssueReference } from "./issue-calls.ts";
export type { JudgeReference } from "./judge-calls.ts";
export type * from "./model-types.ts";
export type { MonitorChange } from "./monitor-calls.ts";
export type { NewModel, RegisteredModel, ResumeTestOptions } from "./registered-model.ts";
export type { FindTestRuns } from "./run-calls.ts";
export type {
  CollectScenarioSet,
  FailureScenario,
  GeneratedScenarioSet,
  GenerateScenarioSet,
  NewScenarioSet,
  Reference,
  UploadedScenarioSet,
} from "./scenario-calls.ts";
export * from "./types.ts";
