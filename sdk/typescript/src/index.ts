export type { Project } from "./api.ts";
export type { NewCheck } from "./check-calls.ts";
export type { CheckConfig } from "./check-config.ts";
export type { GaffeOptions } from "./client.ts";
export type { FindDatapoints } from "./datapoint-calls.ts";
export { GaffeError } from "./errors.ts";
export { Gaffe } from "./gaffe.ts";
export type { Json } from "./json.ts";
export type {
  BatchAnswer,
  CustomBatchModel,
  CustomEndpointTarget,
  CustomModel,
  CustomMultiturnTarget,
  GenerationModel,
  ModelInvocation,
  Simulation,
  Turn,
} from "./model-types.ts";
export type { MonitorChange } from "./monitor-calls.ts";
export type {
  CheckDefinition,
  CheckInfo,
  Datapoint,
  DatapointRow,
  GeneratedCheck,
  Monitor,
  NewDatapoint,
  NewMonitor,
  RecordedDatapoint,
  Severity,
} from "./production-types.ts";
export type { FindTestRuns, RegisteredModel, ResumeTestOptions } from "./run-calls.ts";
export type { CollectedScenarioSet, GeneratedScenarioSet, GenerateScenarioSet } from "./scenario-calls.ts";
export {
  type Check,
  type CheckAnswer,
  type CheckComparison,
  type CheckSubject,
  type CheckSummary,
  type Comparison,
  type Figures,
  type FunctionCallResult,
  type LocalCheck,
  type RunMetrics,
  type RunTestOptions,
  type ScenarioRow,
  type ScenarioSet,
  type SeedData,
  type TestRun,
  type TestRunRow,
  TestRunType,
  type Verdict,
} from "./types.ts";
