import { DatapointCalls } from "./datapoint-calls.ts";

/**
 * Client of Gaffe: scenario sets, registered models, test runs, checks, monitors, datapoints. Each topic is a
 * file; this class combines them. Methods throw GaffeError.
 */
export class Gaffe extends DatapointCalls {}

export type { Json } from "../../../packages/api-client/src/json.ts";
export type { NewCheck } from "./check-calls.ts";
export type { CheckConfig } from "./check-config.ts";
export type { GaffeOptions } from "./client.ts";
export type { FindDatapoints } from "./datapoint-calls.ts";
export { GaffeError } from "./errors.ts";
export type * from "./model-types.ts";
export type { MonitorChange } from "./monitor-calls.ts";
export type { FindTestRuns, RegisteredModel, ResumeTestOptions } from "./run-calls.ts";
export type { CollectedScenarioSet, GeneratedScenarioSet, GenerateScenarioSet } from "./scenario-calls.ts";
export * from "./types.ts";
