import type { CallError } from "../datapoint.ts";
import type { StepKind } from "./step-kind.ts";

/** A step of the trace around a call that ended in an exception or an error. */
export interface FailedStep {
  readonly spanId: string;
  readonly kind: StepKind;
  /** Name of the tool or the agent, else of the span. */
  readonly name: string;
  readonly error: CallError;
}
