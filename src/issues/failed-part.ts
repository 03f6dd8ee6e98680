import type { CallError, Datapoint, FailedStep } from "../datapoints/index.ts";

/** What failed of a datapoint: the call, or a step of the trace around it. */
export interface FailedPart {
  readonly error: CallError | undefined;
  readonly step?: FailedStep;
}

/** Returns what a check found to have failed: a step for the check of steps, and where no model was called. */
export function failedPart(
  { error, failedSteps = [], flags }: Pick<Datapoint, "error" | "failedSteps" | "flags">,
  check: string,
): FailedPart {
  const [step] = failedSteps;
  return step && (check === stepCheck || flags.includes("never_called")) ? { error: step.error, step } : { error };
}

const stepCheck = "step_failed";
