export { GaffeError } from "./errors.ts";
export { type FindDatapoints, Gaffe, type GaffeOptions, type RegisteredModel } from "./gaffe.ts";
export {
  type Check,
  type CheckSummary,
  type CustomModel,
  type FunctionCallResult,
  type Json,
  type ModelInvocation,
  type RunMetrics,
  type RunTestOptions,
  type ScenarioRow,
  type ScenarioSet,
  type SeedData,
  type TestRun,
  TestRunType,
} from "./types.ts";
