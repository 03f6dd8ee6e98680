import type { ErrorType, Evidence, Outcome } from "../../datapoints/index.ts";

/** Builds the outcome of a check named after a property: true passes. */
export function property(holds: boolean, explanation: string, evidence: readonly Evidence[] = []): Outcome {
  return { kind: holds ? "passed" : "failed", value: holds, explanation, evidence };
}

/** Builds the outcome of a check named after a defect or event: true fails. */
export function defect(present: boolean, explanation: string, evidence: readonly Evidence[] = []): Outcome {
  return { kind: present ? "failed" : "passed", value: present, explanation, evidence };
}

/** Builds the outcome of a defect that is an error of the call, with its type. */
export function callError(errorType: ErrorType, explanation: string, evidence: readonly Evidence[] = []): Outcome {
  return { kind: "failed", value: true, explanation, evidence, errorType };
}

export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Builds the outcome of a score: passes within the bounds, both inclusive. */
export function within(value: number, bounds: Bounds, what: string, evidence: readonly Evidence[] = []): Outcome {
  const { min = -Infinity, max = Infinity } = bounds;
  const passes = value >= min && value <= max;
  const limit = value < min ? `below the minimum of ${min}` : value > max ? `above the maximum of ${max}` : "in range";
  return { kind: passes ? "passed" : "failed", value, explanation: `${what}: ${shown(value)}, ${limit}`, evidence };
}

export function skipped(reason: string): Outcome {
  return { kind: "skipped", reason };
}

function shown(value: number): string {
  return Number.isInteger(value) ? `${value}` : `${Number(value.toPrecision(4))}`;
}
