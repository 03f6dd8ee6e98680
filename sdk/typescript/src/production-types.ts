import type * as api from "./api.ts";

export type {
  DatapointDetail as Datapoint,
  DatapointRow,
  GeneratedCheck,
  Monitor,
  NewDatapoint,
  RecordedDatapoint,
} from "./api.ts";

export type Severity = api.Check["severity"];

/** The part of a custom check that decides its verdicts. */
export type CheckDefinition = api.CheckDefinitionInput;

/** A built-in or custom check; with its definition if a single check was requested. */
export type CheckInfo = api.Check & Partial<Pick<api.CheckDetail, "definition">>;

/** A new monitor; a check may be just its name. */
export interface NewMonitor extends Omit<api.NewMonitor, "checks"> {
  readonly checks: readonly (string | api.NewMonitor["checks"][number])[];
}
