export type { NewCheck } from "./check-calls.ts";
export type { CheckConfig } from "./check-config.ts";
export type { GaffeOptions } from "./client.ts";
export type { FindDatapoints } from "./datapoint-calls.ts";
export { GaffeError } from "./errors.ts";
export { Gaffe } from "./gaffe.ts";
export type { MonitorChange } from "./monitor-calls.ts";
export type {
  CheckDefinition,
  CheckInfo,
  DatapointRow,
  GeneratedCheck,
  Monitor,
  NewDatapoint,
  NewMonitor,
  RecordedDatapoint,
  Severity,
} from "./production-types.ts";
export type { FindTestRuns, RegisteredModel } from "./run-calls.ts";
export {
  type Check,
  type CheckAnswer,
  type CheckSubject,
  type CheckSummary,
  type Comparison,
  type CustomModel,
  type Figures,
  type FunctionCallResult,
  type Json,
  type LocalCheck,
  type ModelInvocation,
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
