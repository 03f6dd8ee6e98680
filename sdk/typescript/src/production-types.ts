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

/** What decides the verdicts of a check of the project's own. */
export type CheckDefinition = api.CheckDefinitionInput;

/** A check of the library or of the project's own; with its definition where one check was asked for. */
export type CheckInfo = api.Check & Partial<Pick<api.CheckDetail, "definition">>;

/** A monitor as it is asked for: a check may be its name alone. */
export interface NewMonitor extends Omit<api.NewMonitor, "checks"> {
  readonly checks: readonly (string | api.NewMonitor["checks"][number])[];
}
